"""Frozen values of which there are many kinds, like events: made as quickly as they are read.

A dataclass writes and compiles six functions when its class is made. For the kinds of events and
commands that is a tenth of the start of a program that needs them. ``value`` makes the same of the
same source with functions that all its classes share. What is made by the thousand, like a
``MatchState``, is a dataclass: compiled functions run faster.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def value(kind: type[T]) -> type[T]:
    """What ``dataclass(frozen=True, slots=True, kw_only=True)`` makes of ``kind``, sooner.

    Of what ``field`` can say it knows ``default`` and ``repr``.
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(kind)
    of_kind = fields(made)
    for one in of_kind:
        if one.default_factory is not MISSING or not (one.init and one.compare) or one.hash:
            raise TypeError(f"{kind.__name__}.{one.name}: a value's field has a default and a repr")
    made.__init__ = _initialiser(
        {one.name: getattr(made, one.name).__set__ for one in of_kind},
        {one.name: one.default for one in of_kind if one.default is not MISSING},
        getattr(made, "__post_init__", None),
    )
    for method in (_repr, _eq, _hash, _setattr, _delattr, _getstate, _setstate):
        setattr(made, f"_{method.__name__}__", method)
    finished: type[T] = made
    return finished


def _initialiser(
    setters: dict[str, Callable[[Any, Any], None]],
    defaults: dict[str, Any],
    check: Callable[[Any], None] | None,
) -> Callable[..., None]:
    wanted = setters.keys()

    def initialise(self: Any, /, **given: Any) -> None:
        if given.keys() != wanted:
            given = defaults | given
            if given.keys() != wanted:
                raise TypeError(_what_is_wrong(type(self), wanted, given))
        for name, put in setters.items():  # past the frozen class's own refusal
            put(self, given[name])
        if check is not None:
            check(self)

    return initialise


def _what_is_wrong(kind: type, names: Collection[str], given: dict[str, Any]) -> str:
    missing = ", ".join(name for name in names if name not in given)
    strange = ", ".join(name for name in given if name not in names)
    told = [f"without {missing}"] * bool(missing) + [f"with {strange}"] * bool(strange)
    return f"{kind.__name__} made {' and '.join(told)}"


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, one.name) for one in fields(self)])


def _repr(self: Any) -> str:
    told = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({told})"


def _eq(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _setattr(self: Any, name: str, value: object) -> NoReturn:
    del self, value
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> NoReturn:
    del self
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> tuple[Any, ...]:
    return _values(self)


def _setstate(self: Any, state: tuple[Any, ...]) -> None:
    for one, content in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, content)
