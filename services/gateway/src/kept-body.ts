import type { IncomingMessage, ServerResponse } from 'node:http';
import { readShortBody } from '@inlet/http/read-body';

/** The maximum length of a submission; a longer body is streamed. */
const keptBodyBytesMax = 1_000_000;
/** The limit for all visitors together, so that slow ones cannot fill the memory. Further bodies pass through. */
const keptBytesMax = 64_000_000;

/** The memory for bodies that are kept until their submissions get a response. */
export interface KeptBytes {
  /** Reserves memory. Returns false if too little is left. */
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
}

export function createKeptBytes(): KeptBytes {
  let kept = 0;
  return {
    take: (bytes) => {
      if (bytes > keptBodyBytesMax || kept + bytes > keptBytesMax) return false;
      kept += bytes;
      return true;
    },
    give: (bytes) => {
      kept -= bytes;
    },
  };
}

/**
 * Reads the complete body of a submission, so that it can be sent again. Returns null if it is too long or there is not
 * enough memory: then it has not been read.
 */
export async function keepBody(
  kept: KeptBytes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Buffer | null> {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers;
  const bytes = coding === undefined ? Number(length) : keptBodyBytesMax;
  if (!kept.take(bytes)) return null;
  response.once('close', () => kept.give(bytes));
  return readShortBody(request, keptBodyBytesMax);
}
