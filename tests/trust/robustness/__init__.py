"""Whatever strangers send, at every level from HTTP/2 frames to legal requests in a foolish order."""
