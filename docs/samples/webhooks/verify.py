"""Verifies a webhook with Python alone. Call it with the raw body, before it is parsed."""
import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(raw_body: bytes, headers: dict, secret: str) -> bool:
    """The names of the headers are in lower case."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # There are two signatures while a new secret takes the place of an old one.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(part.encode(), expected.encode()) for part in given)
