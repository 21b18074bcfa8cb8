import type { IncomingMessage } from 'node:http';
import { bodyMalformed, bodyMaxBytes, bodyTooLarge } from '#submissions/submit-errors.ts';

/** Reads a request's body whole, and gives up as soon as it is longer than it may be. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bodyMaxBytes) return Promise.reject(bodyTooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyMaxBytes) chunks.push(chunk);
      else reject(bodyTooLarge());
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    // `close` also follows `end`; an error made for nothing there would cost more than the parsing.
    request.on('close', () => {
      if (!request.complete) reject(bodyMalformed('The body ended before it was complete'));
    });
  });
}
