import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import { type LongCall, stillMay } from '#access/still-may.ts';

/** A client that reads nothing for this long is gone, or blocks a slot for others. */
const stallMs = 60_000;
/** A closing process gives an export this long, well below the deadline of closing. */
const closingGraceMs = 10_000;
/** How often an export looks whether the process closes, and whether its caller still has the right to it. */
const lookMs = 500;

interface ExportOptions {
  readonly isText?: boolean;
  /** Omitted where a signed link authorises the request. */
  readonly doneBy?: LongCall;
}
/** The fastest level; higher ones save little and would cost more than the reading. */
const gzipOptions = { level: constants.Z_BEST_SPEED, chunkSize: 65_536 };

/** Streams a file, with texts compressed if the client supports it, and no faster than the client reads. */
export async function sendExport(
  { lifecycle, database }: { readonly lifecycle: Lifecycle; readonly database: { readonly pool: Pool } },
  request: Request,
  response: Response,
  pieces: AsyncIterable<string | Buffer>,
  { isText = true, doneBy }: ExportOptions = {},
): Promise<void> {
  const source = Readable.from(breakingOff(pieces, response), { highWaterMark: 1 });
  const stopWatching = watch(lifecycle, response);
  const stopAsking = doneBy ? askAgain(database.pool, doneBy, response) : () => undefined;
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
    stopAsking();
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
    breakOff(response);
    throw error;
  }
}

/** If the connection merely ended, an old proxy without chunked encoding would treat the file as complete. */
function breakOff(response: Response): void {
  response.socket?.resetAndDestroy();
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
  }, lookMs);
  return () => clearInterval(timer);
}

/** Breaks an export off once its caller has lost the right to it. While the database is away, nothing is read anyway. */
function askAgain(pool: Pool, doneBy: LongCall, response: Response): () => void {
  let isAsking = false;
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    stillMay(pool, doneBy)
      .then((isAllowed) => isAllowed || breakOff(response))
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, lookMs);
  return () => clearInterval(timer);
}
