import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Request, Response } from 'express';

/** A client that takes nothing for so long has gone, or holds a place that somebody else could use. */
const stallMs = 60_000;
/** A process that closes gives an export this long, well below the deadline of the whole closing. */
const closingGraceMs = 10_000;
const closingLookMs = 500;
/** The fastest level; the others gain little and would cost more than the reading. */
const gzipOptions = { level: constants.Z_BEST_SPEED, chunkSize: 65_536 };

/** Streams a file, texts compressed where the client can read that, and no faster than the client takes it. */
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

/** As texts, and not as buffers: those would wait outside of the heap for a collector that does not see their size. */
async function* breakingOff(
  pieces: AsyncIterable<string | Buffer>,
  response: Response,
): AsyncGenerator<string | Buffer> {
  try {
    yield* pieces;
  } catch (error) {
    // A connection that merely ends would be a whole file to an old proxy, which knows no length by chunks.
    response.socket?.resetAndDestroy();
    throw error;
  }
}

/** The second one is for a client that left before there was anything to send. */
const clientGoneCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && clientGoneCodes.includes(error.code);
}

/** Breaks off an export that would otherwise never end, or keep the process from ending. */
function watch(lifecycle: Lifecycle, response: Response): () => void {
  response.setTimeout(stallMs, () => {
    // With nothing left to take, the client waits for us and not we for it.
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
