"""The messages of game.proto through which a game's own messages travel."""

from google.protobuf.message import Message

from engines.game import Setup


def sent(envelope: type[Message], oneof: str, setup: Setup, message: Message) -> Message:
    """The message as it arrives after it was put into the envelope, sent and taken out: exactly the same."""
    outer = envelope()
    inner: Message = getattr(outer, setup.game.wire_field)
    inner.SetInParent()
    inner.CopyFrom(message)
    received = envelope.FromString(outer.SerializeToString())
    assert received.WhichOneof(oneof) == setup.game.wire_field
    arrived: Message = getattr(received, setup.game.wire_field)
    assert arrived == message
    return arrived
