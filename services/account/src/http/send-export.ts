import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Request, Response } from 'express';

/** A client that reads nothing for this long is gone, or blocks a slot for others. */
const stallMs = 60_000;
/** A closing process gives an export this long, well below the deadline of closing. */
const closingGraceMs = 10_000;
const closingLookMs = 500;
/** The fastest level; higher ones save little and would cost more than the reading. */
const gzipOptions = { level: constants.Z_BEST_SPEED, chunkSize: 65_536 };

/** Streams a file, with texts compressed if the client supports it, and no faster than the client reads. */
export async function sendExport(
  { lifecycle }: { readonly lifecycle: Lifecycle },
  request: Request,
  response: Response,
  pieces: AsyncIterable<string | Buffer>,
  { isText = true }: { readonly isText?: boolean } = {},
): Promise<void> {
  const source = Readable.from(breakingOff(pieces, response), { highWaterMark: 1 });
  const stopWatching = watch(lifecycle, response);
  try {
    if (isText && request.acceptsEncodings('gzip', 'identity') === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      await pipeline(source, createGzip(gzipOptions), response);
    } else {
      await pipeline(source, response);
    }
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    stopWatching();
  }
}

/** Yields strings instead of buffers, whose memory is outside of the heap and invisible to the collector. */
async function* breakingOff(
  pieces: AsyncIterable<string | Buffer>,
  response: Response,
): AsyncGenerator<string | Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    // If the connection merely ended, an old proxy without chunked encoding would treat the file as complete.
    response.socket?.resetAndDestroy();
    throw error;
  }
}

/** The second code means that the client left before there was anything to send. */
const clientGoneCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientGoneCodes.includes(error.code);
}

/** Aborts an export that would never end, or keep the process from closing. */
function watch(lifecycle: Lifecycle, response: Response): () => void {
  response.setTimeout(stallMs, () => {
    // If nothing is left to read, the client is waiting for us.
    if (response.writableLength > 0) response.destroy();
  });
  let closingSinceMs: number | null = null;
  const timer = setInterval(() => {
    if (!lifecycle.isClosing()) return;
    closingSinceMs ??= performance.now();
    if (performance.now() - closingSinceMs >= closingGraceMs) response.destroy();
  }, closingLookMs);
  return () => clearInterval(timer);
}
