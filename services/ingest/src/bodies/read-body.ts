import { ByteBuffer } from '@inlet/service/byte-buffer';
import type { BodyRequest } from '@inlet/service/fast-request';
import { bodyMalformed, bodyTooLarge } from '#refusals/submit-errors.ts';

/** Reads a request's body whole, and gives up as soon as it is longer than it may be. */
export function readBody(request: BodyRequest, maxBytes: number): Promise<Buffer> {
  // What the visitor announces is only ever compared: a buffer is as large as what has come.
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  if (announced > maxBytes) return Promise.reject(bodyTooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const body = new ByteBuffer(announced);
    let isTooLarge = false;
    request.takeBody({
      take: (piece) => {
        if (isTooLarge) return;
        isTooLarge = body.length + piece.length > maxBytes;
        if (isTooLarge) reject(bodyTooLarge(maxBytes));
        else body.add(piece);
      },
      over: (isWhole) => {
        if (isWhole) resolve(body.takeAll());
        else reject(bodyMalformed('The body ended before it was complete'));
      },
    });
  });
}
