"""Every refusal of the fleet game. Each message is one sentence: what, why, and what would be right."""

from __future__ import annotations


class FleetError(ValueError):
    """Base of everything that the game refuses; nothing has changed when it is raised."""


# Who may act, and when.


class GameNotFoundError(FleetError):
    """No game or lobby has that number."""


class GameOverError(FleetError):
    """The game has ended; nothing more can be done in it."""


class NotInGameError(FleetError):
    """The caller plays for neither side."""


class NotYourTurnError(FleetError):
    """The caller plays in this game, but the other side is the one that may do this now."""


class TimeoutNotReachedError(FleetError):
    """The player to move still has time left."""


class ClockError(FleetError):
    """A command carries a time before the one that came last."""


# The ship that is given the order.


class ShipNotFoundError(FleetError):
    """No ship of this game has that number."""


class ShipFledError(ShipNotFoundError):
    """The ship has left the board and is safe with its owner."""


class ShipDestroyedError(FleetError):
    """The ship is lost for good."""


class ShipDisabledError(ShipDestroyedError):
    """The ship is on the board with no hull left, and cannot act."""


class ShipNotOwnedError(FleetError):
    """The ship belongs to the other player."""


class ShipAlreadyMovedError(FleetError):
    """The ship has had its move in this round."""


# Where it is to go.


class TooFarError(FleetError):
    """The destination is farther away than the ship can move."""


class OffGridError(FleetError):
    """A tile outside the grid was named."""


class OccupiedError(FleetError):
    """Another ship holds the destination."""


class UnsettledOrderError(FleetError):
    """The order can be carried out but is not written in its one settled form; the message gives that form."""


# What it is to do there.


class ActionError(FleetError):
    """Base of the refusals of an action; the move that came with it is not made either."""


class ActionUnknownError(ActionError):
    """These rules do not know the action."""


class NoSpecialError(ActionError):
    """The ship carries no special equipment."""


class TargetMissingError(ActionError):
    """The action needs a target and none was named."""


class TargetNotFoundError(ActionError):
    """The target is not on the board."""


class WrongTargetError(ActionError):
    """The target is on the wrong side, or not in the condition that the action needs."""


class OutOfRangeError(ActionError):
    """The target is too far away."""


class NoLineOfSightError(ActionError):
    """Blocked tiles hide the target."""


# Fleets, maps and settings.


class DeploymentError(FleetError):
    """Base of the refusals of a fleet."""


class FleetCostError(DeploymentError):
    """The ships cost more than the limit of the game allows."""


class DuplicatePositionError(DeploymentError):
    """Two ships of a fleet were given the same start tile, or one ship was named twice."""


class DeploymentZoneError(DeploymentError):
    """A start tile lies outside the side's columns."""


class ShipUnavailableError(DeploymentError):
    """The ship is lost, serves in another fleet, or was priced by an outdated table."""


class SettingsError(FleetError):
    """A setting of a game is outside its bounds."""


class MapNotFoundError(FleetError):
    """No preset map has that number."""


class NotationError(FleetError):
    """A text is not in the notation; the message quotes the part that is wrong."""
