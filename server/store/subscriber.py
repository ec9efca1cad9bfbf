"""Listening to the channels of rooms, wherever these are.

Pub/sub is only a wake-up: what is published while no connection stands is gone, without an error.
So a subscription counts from its confirmation on, and every later confirmation, after a reconnect
or on another server, is told to the owner, who then reads what it missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from redis.exceptions import RedisError

from server.store.background import Crew
from server.store.errors import Unavailable
from server.store.link import Endpoint
from server.store.listener import Listener
from server.store.routes import Routes

CONFIRM_TIMEOUT_S = 3.0


@dataclass(slots=True, eq=False)
class _Subscription:
    room: str
    listener: Listener | None = None
    confirmed: asyncio.Event = field(default_factory=asyncio.Event)
    confirmed_before: bool = False


class Subscriber:
    """Keeps a set of rooms subscribed; ``run`` must be running.

    Args:
        routes: where the rooms are.
        on_message: called with room and message, in order. It must return at once and not raise.
        on_confirmed: called with a room whose subscription stands again; messages in between are
            lost. It must return at once and not raise.
    """

    def __init__(
        self,
        routes: Routes,
        on_message: Callable[[str, bytes], None],
        on_confirmed: Callable[[str], None],
    ) -> None:
        self._routes = routes
        self._on_message = on_message
        self._on_confirmed = on_confirmed
        self._rooms: dict[str, _Subscription] = {}
        self._listeners: dict[Endpoint, Listener] = {}
        self._crew: Crew[Endpoint] = Crew()
        routes.on_rerouted = self._follow

    async def subscribe(self, room: str) -> None:
        """Subscribe to the room and return when Redis has confirmed it.

        Raises:
            Unavailable: not confirmed within the bound; the room is not subscribed then.
        """
        subscription = self._rooms.get(room)
        if subscription is None:
            subscription = self._rooms[room] = _Subscription(room)
            self._place(subscription)
        try:
            async with asyncio.timeout(CONFIRM_TIMEOUT_S):
                await subscription.confirmed.wait()
        except BaseException as error:
            self.unsubscribe(room)
            if not isinstance(error, TimeoutError):
                raise  # cancelled
            reason = subscription.listener.trouble if subscription.listener else "no server has it"
            reason = reason or f"not confirmed within {CONFIRM_TIMEOUT_S:g} s"
            raise Unavailable(f"subscription failed: {reason}") from None

    def unsubscribe(self, room: str) -> None:
        """Stop listening to the room."""
        subscription = self._rooms.pop(room, None)
        if subscription is not None and subscription.listener is not None:
            subscription.listener.remove(room)

    def silence(self) -> None:
        """Call back no more."""
        self._on_message = lambda _room, _message: None
        self._on_confirmed = lambda _room: None

    async def run(self) -> None:
        """Keep all connections up and deliver messages until cancelled."""
        await self._crew.run()

    # What listeners tell (see ``listener.Ear``).

    def heard(self, room: str, message: bytes) -> None:
        """A message."""
        if room in self._rooms:
            self._on_message(room, message)

    def asked(self, listener: Listener, room: str) -> None:
        """The connection is new: the room does not stand yet."""
        subscription = self._at(listener, room)
        if subscription is not None:
            subscription.confirmed.clear()

    def confirmed(self, listener: Listener, room: str) -> None:
        """The room stands."""
        subscription = self._at(listener, room)
        if subscription is None:
            return
        subscription.confirmed.set()
        if subscription.confirmed_before:
            self._on_confirmed(room)
        subscription.confirmed_before = True

    def refused(self, listener: Listener, room: str, error: RedisError | None) -> None:
        """The server does not have the room: it is placed again when the routes are fresh.

        Not at once: servers in the middle of a fail-over may send us round in a circle.
        """
        subscription = self._at(listener, room)
        if subscription is not None:
            subscription.listener = None
            subscription.confirmed.clear()
            self._routes.refused(error)

    def _at(self, listener: Listener, room: str) -> _Subscription | None:
        subscription = self._rooms.get(room)
        at_home = subscription is not None and subscription.listener is listener
        return subscription if at_home else None

    def _place(self, subscription: _Subscription) -> None:
        endpoint = self._routes.endpoint(subscription.room)
        if endpoint is None:
            return  # until the routes know
        listener = self._listeners.get(endpoint)
        if listener is None:
            listener = self._listeners[endpoint] = Listener(endpoint, self)
            self._crew.start(endpoint, listener.run)
        subscription.listener = listener
        listener.add(subscription.room)

    def _follow(self) -> None:
        """Rooms may be elsewhere now, and servers gone."""
        for subscription in self._rooms.values():
            listener = subscription.listener
            endpoint = self._routes.endpoint(subscription.room)
            if listener is not None and endpoint not in (None, listener.endpoint):
                listener.remove(subscription.room)
                listener = subscription.listener = None
                subscription.confirmed.clear()
            if listener is None:
                self._place(subscription)
        for endpoint in self._listeners.keys() - set(self._routes.endpoints()):
            del self._listeners[endpoint]
            self._crew.stop(endpoint)
