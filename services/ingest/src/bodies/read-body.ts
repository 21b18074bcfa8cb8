import type { DirectRequest } from '@inlet/service/direct-request';
import { bodyMalformed, bodyMaxBytes, bodyTooLarge } from '#submissions/submit-errors.ts';

/** Reads a request's body whole, and gives up as soon as it is longer than it may be. */
export function readBody(request: DirectRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bodyMaxBytes) return Promise.reject(bodyTooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.takeBody({
      take: (chunk) => {
        bytes += chunk.length;
        if (bytes <= bodyMaxBytes) chunks.push(chunk);
        else reject(bodyTooLarge());
      },
      over: (isWhole) => {
        const [only] = chunks;
        if (!isWhole) reject(bodyMalformed('The body ended before it was complete'));
        else resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
      },
    });
  });
}
