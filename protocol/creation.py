"""The request that opens a room, with everything that the players agree on beforehand.

Each field is bounded by itself; whether they go together is what the engine's ``Rules`` says.
"""

from __future__ import annotations

from typing import Annotated, Literal

from engine.clock import PRESETS
from engine.state import (
    DEFAULT_CLAIM_MS,
    DEFAULT_CUBE_LIMIT,
    MAX_LENGTH,
    MINUTE_MS,
    Manners,
    Rules,
    TimeControl,
    Watching,
)
from engine.values import value
from engine.variants import STANDARD
from protocol.annotation import Field, FromStrangers
from protocol.fields import (
    AutomaticDoubles,
    ChatSwitch,
    ClaimMinutes,
    CubeLimit,
    Name,
    RequestId,
    TimeAgreed,
    VariantName,
    WhoWatches,
)


@value
class Request(FromStrangers):
    """The base of every request."""

    id: RequestId


@value
class Create(Request):
    """Open a room and take its white seat. Answered by ``room``, then ``ok``.

    A match has none of the options of a money session; all but ``cube_limit`` need the cube.
    """

    t: Literal["create"] = "create"
    name: Name
    length: Annotated[
        Annotated[int, Field(ge=1, le=MAX_LENGTH)] | None,
        Field(description="points; null for a money session"),
    ]
    variant: VariantName = STANDARD
    cube: Annotated[bool, Field(description="whether the doubling cube is used")] = True
    crawford: Annotated[bool, Field(description="whether the Crawford rule holds")] = True
    jacoby: Annotated[
        bool, Field(description="money: whether gammons count only after a taken double")
    ] = False
    beavers: Annotated[bool, Field(description="money: whether there are beavers and raccoons")] = (
        False
    )
    automatic_doubles: AutomaticDoubles = 0
    cube_limit: CubeLimit = DEFAULT_CUBE_LIMIT
    clock: TimeAgreed = "none"
    listed: Annotated[bool, Field(description="whether the lobby shows the room")] = False
    chat: ChatSwitch = True
    watch: WhoWatches = "link"
    claim_minutes: ClaimMinutes = DEFAULT_CLAIM_MS // MINUTE_MS

    def rules(self) -> Rules:
        """What is to be played in the room."""
        return Rules(
            length=self.length,
            variant=self.variant,
            cube=self.cube,
            crawford=self.crawford,
            jacoby=self.jacoby,
            beavers=self.beavers,
            automatic_doubles=self.automatic_doubles,
            cube_limit=self.cube_limit,
            clock=self._control(),
        )

    def _control(self) -> TimeControl | None:
        if isinstance(self.clock, str):
            return PRESETS[self.clock]
        return TimeControl(
            delay_ms=self.clock.delay_ms, bank_per_point_ms=self.clock.bank_per_point_ms
        )

    def manners(self) -> Manners:
        """What is agreed on besides the game."""
        minutes = self.claim_minutes
        return Manners(
            chat=self.chat,
            watch=Watching(self.watch),
            claim_after_ms=None if minutes is None else minutes * MINUTE_MS,
        )

    def __post_init__(self) -> None:
        self.rules()
