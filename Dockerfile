# A node. Alone it brings an embedded store (give it a volume on /data); with --redis it keeps
# nothing. Everything Python comes from the lock file with hashes, the build backend too.

FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/shuanglu
WORKDIR /src
# Dependencies before sources: a change of the code reuses this layer.
COPY requirements.lock ./
RUN /opt/shuanglu/bin/pip install --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY protocol protocol
COPY server server
COPY clients clients
RUN /opt/shuanglu/bin/pip install --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --create-home --uid 10001 shuanglu \
    && install -d -o shuanglu -g shuanglu -m 0700 /data
COPY --from=build /opt/shuanglu /opt/shuanglu
ENV PATH=/opt/shuanglu/bin:$PATH PYTHONUNBUFFERED=1 SHUANGLU_DATA_DIR=/data
USER shuanglu
WORKDIR /home/shuanglu
VOLUME /data
EXPOSE 8765
# urlopen raises on a refused connection and on every status from 400 up.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/healthz', timeout=2)"]
ENTRYPOINT ["shuanglu"]
CMD ["serve", "--host", "0.0.0.0"]
