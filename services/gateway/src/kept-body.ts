import type { ServerResponse } from 'node:http';
import type { DirectRequest } from '@inlet/service/direct-request';

/** As long as a submission may be; a longer body passes through. */
export const bodyBytesMax = 1_000_000;
/** Of all visitors at a time, so that slow ones cannot fill the memory: the bodies of others pass through. */
const keptBytesMax = 64_000_000;

/** The room for bodies that are kept until they are answered. */
export interface KeptBytes {
  /** Takes some of it, or answers false where too little is left. */
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
}

export function createKeptBytes(): KeptBytes {
  let kept = 0;
  return {
    take: (bytes) => {
      if (bytes > bodyBytesMax || kept + bytes > keptBytesMax) return false;
      kept += bytes;
      return true;
    },
    give: (bytes) => {
      kept -= bytes;
    },
  };
}

/** Reads a body whole, so that it can be sent again, or answers null: then it is still to be read. */
export function keepBody(
  room: KeptBytes,
  request: DirectRequest,
  response: ServerResponse,
  use: (body: Buffer | null) => void,
): void {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers;
  const bytes = coding === undefined ? Number(length) : bodyBytesMax;
  if (!room.take(bytes)) {
    use(null);
    return;
  }
  response.once('close', () => room.give(bytes));
  request.gatherBody(bodyBytesMax);
  // The first piece is the whole body, unless it is too long. A body that breaks off has none.
  request.once('readable', () => use(request.complete ? (request.read() ?? Buffer.alloc(0)) : null));
}
