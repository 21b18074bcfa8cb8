import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { HttpError, malformedBody, tooLarge, unsupportedType } from '#errors.ts';

/**
 * Chunks that any body may have, and bytes that justify one more. Each chunk takes some 200 bytes of memory besides its
 * content, so a megabyte in one-byte chunks would take 200 MB. A client that writes each field separately stays far
 * below.
 */
const freeChunks = 1_000;
const bytesPerChunk = 64;

export const tooManyChunks = () => new HttpError(413, 'too_large', 'The body is sent in too many small pieces');
const incomplete = () => new HttpError(400, 'malformed_body', 'The body ended before it was complete');

/** True if a body of this many bytes may have this many chunks, whose memory is kept. */
export function isJustified(chunks: number, bytes: number): boolean {
  return chunks <= freeChunks + bytes / bytesPerChunk;
}

/** Reads a body of at most `maxBytes`. Returns null for a longer one, which can then be read as a stream. */
export async function readShortBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  // The client may have disconnected before its body was read.
  if (request.destroyed) throw incomplete();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (!isJustified(chunks.length, bytes)) {
      stopReading();
      reject(tooManyChunks());
    } else if (bytes > maxBytes) {
      stopReading();
      request.pause();
      request.unshift(Buffer.concat(chunks));
      resolve(null);
    }
  };
  const onEnd = () => {
    stopReading();
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  };
  const onClose = () => reject(incomplete());
  const stopReading = () => request.off('data', onData).off('end', onEnd).off('close', onClose);
  request.on('data', onData).once('end', onEnd).once('close', onClose);
  return promise;
}

/** Reads a body of at most `maxBytes`, or rejects it. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  refuse: () => HttpError = tooLarge,
): Promise<Buffer> {
  const body = await readShortBody(request, maxBytes);
  if (body !== null) return body;
  // The connection can carry the next request once the rest has arrived.
  request.resume();
  throw refuse();
}

/** Sets `request.body` to the bytes of a body. */
export function readBytes(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    request.body = await readBody(request, maxBytes);
    next();
  };
}

const jsonType = /^application\/json[\s;]|^application\/json$/i;
const otherCharset = /;\s*charset=(?!"?utf-8)/i;

/** Sets `request.body` to the object or list of a JSON body; any other body leaves it undefined. */
export function readJson(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    if (!jsonType.test(type) || !hasBody(request)) return next();
    if (encoding.toLowerCase() !== 'identity' || otherCharset.test(type)) throw unsupportedType();
    request.body = parseJson((await readBody(request, maxBytes)).toString('utf8'));
    next();
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

function parseJson(text: string): object {
  if (text === '') return {};
  const value: unknown = parse(text);
  if (typeof value !== 'object' || value === null) throw malformedBody();
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedBody();
  }
}
