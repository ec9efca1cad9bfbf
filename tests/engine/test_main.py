from __future__ import annotations

import io
import select
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.__main__ import MAX_LINE_CHARS, BadInput, answer_batch, main, read_lines, result_ids
from engine.board import START
from engine.diagram import draw
from tests.engine import golden
from tests.engine.boards import WHITE

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "golden" / "records"
START_ID = "4HPwATDgc/ABMA"


def run(arguments: Sequence[str], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, timeout=60, check=False, cwd=ROOT
    )


def test_plays_prints_the_distinct_results_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays", START_ID, "3", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(set(lines)) == 16
    assert sorted(lines) == sorted(result_ids(START_ID, 1, 3))


def test_golden_result_ids() -> None:
    for case in golden.cases()[::50]:
        assert len(result_ids(case.position_id, *case.dice)) == len(case.results), case.name


def test_plays_prints_the_given_id_when_there_is_no_legal_play() -> None:
    case = next(case for case in golden.cases() if not case.has_play)
    assert result_ids(case.position_id, *case.dice) == [case.position_id]


def test_batch_answers_each_line_on_one_line() -> None:
    done = run(["plays", "--batch"], f"{START_ID} 3 1\n{START_ID} 6 6".encode())
    assert done.returncode == 0
    assert [len(line.split()) for line in done.stdout.decode().splitlines()] == [16, 11]


def test_a_program_can_ask_again_after_each_answer() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "plays", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            for _ in range(2):
                process.stdin.write(f"{START_ID} 3 1\n".encode())
                answered, _, _ = select.select([process.stdout], [], [], 30)
                assert answered
                assert len(process.stdout.readline().split()) == 16
        finally:
            process.stdin.close()
        assert process.wait(60) == 0


def test_what_is_answered_before_a_bad_line_stays() -> None:
    answers = answer_batch([f"{START_ID} 3 1", f"{START_ID} 3"])
    assert len(next(answers).split()) == 16
    with pytest.raises(BadInput, match="line 2: give a position id and two dice"):
        next(answers)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"nonsense 1 2", "14 characters"),
        (b"", "a position id and two dice"),
        (b"4HPwATDgc/ABMA 1", "a position id and two dice"),
        (b"4HPwATDgc/ABMA 0 1", "not a die"),
        (b"4HPwATDgc/ABMA -1 1", "not a die"),
        (b"4HPwATDgc/ABM\xff 1 2", "characters other than"),
        (b"\x00" * 1000, "a position id and two dice"),
    ],
)
def test_a_bad_line_ends_the_batch_with_its_number(line: bytes, problem: str) -> None:
    good = f"{START_ID} 3 1\n".encode()
    done = run(["plays", "--batch"], good + line + b"\n" + good)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1
    (error,) = done.stderr.decode().splitlines()
    assert error.startswith("python -m engine plays: line 2: ")
    assert problem in error


def test_show_draws_the_player_on_roll_as_x(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", START_ID]) == 0
    assert capsys.readouterr().out == draw(START, WHITE) + "\n"


@pytest.mark.parametrize(("depth", "count"), [("1", 447), ("2", 202_782)])
def test_perft_prints_the_sum_over_the_rolls(
    depth: str, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "--variant", "standard", "--depth", depth]) == 0
    assert capsys.readouterr().out == f"{count}\n"


def test_perft_divides_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--variant", "hypergammon", "--divide"]) == 0
    *rolls, total = capsys.readouterr().out.splitlines()
    known = golden.perft()["hypergammon"]
    assert dict(line.split() for line in rolls) == {
        roll: str(count) for roll, count in known.depth1.items()
    }
    assert total == str(known.sums[0])


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["show"],
        ["show", "nonsense"],
        ["plays"],
        ["plays", START_ID],
        ["plays", START_ID, "3"],
        ["plays", START_ID, "3", "7"],
        ["plays", START_ID, "3", "-1"],
        ["plays", START_ID, "3", "1", "1"],
        ["plays", START_ID, "--batch"],
        ["perft", "--depth", "0"],
        ["perft", "--depth", "-1"],
        ["perft", "--depth", "9999999999"],
        ["perft", "--depth", "two"],
        ["perft", "--variant", "chess"],
    ],
)
def test_bad_arguments_give_one_line_and_code_2(arguments: list[str]) -> None:
    done = run(arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert len(done.stderr.decode().splitlines()) == 1


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "engine", "plays", "--batch"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(f"{START_ID} 3 1\n".encode() * 1000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize(
    ("redirected", "code", "problem"),
    [
        (f"show {START_ID} <&-", 0, None),
        ("plays --batch <&-", 2, "plays: --batch reads from standard input, which is closed."),
        (f"show {START_ID} >&-", 1, "show: standard output is closed."),
        pytest.param(
            f"show {START_ID} >/dev/full",
            1,
            "show: the answer cannot be written: No space left",
            marks=pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here"),
        ),
    ],
)
def test_streams_that_cannot_be_used(redirected: str, code: int, problem: str | None) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m engine {redirected}', sys.executable],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=ROOT,
    )
    said = done.stderr.decode()
    assert done.returncode == code
    assert said.startswith(f"python -m engine {problem}" if problem else "")
    assert len(said.splitlines()) == (problem is not None)


def test_a_line_is_read_no_further_than_needed_to_see_that_it_is_too_long() -> None:
    source = io.BytesIO(b"x" * 10_000)
    assert len(next(read_lines(source))) == MAX_LINE_CHARS + 1
    assert source.tell() == MAX_LINE_CHARS + 1


@pytest.mark.parametrize(
    "text",
    [
        START_ID,
        f"{START_ID}:cAkAAAAAAAAA",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:5:10",
    ],
)
def test_show_takes_every_kind_of_identifier(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", text]) == 0
    assert capsys.readouterr().out == draw(START, WHITE) + "\n"


def test_convert_prints_a_record_in_another_format(tmp_path: Path) -> None:
    path = tmp_path / "named.mat"
    path.write_bytes((RECORDS / "auto7.mat").read_bytes().replace(b"root", "Änn 双".encode()))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "convert", str(path), "--to", "sgf"],
        capture_output=True,
        timeout=60,
        check=True,
        cwd=ROOT,
        env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    )
    back = tmp_path / "back.sgf"
    back.write_bytes(done.stdout)
    assert "PB[Änn 双]" in done.stdout.decode()
    assert run(["convert", str(back)]).stdout == run(["convert", str(path), "--to", "txt"]).stdout


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("sample.mat", "line 7: there was no legal play for this roll."),
        ("missing.mat", "'missing.mat' cannot be read: No such file or directory."),
        ("auto7.doc", "'auto7.doc' must end in one of: .mat, .sgf, .txt."),
    ],
)
def test_what_cannot_be_converted_is_told_in_one_line(
    name: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(RECORDS / name)]) == 2
    assert capsys.readouterr().err == f"python -m engine convert: {problem}\n"
