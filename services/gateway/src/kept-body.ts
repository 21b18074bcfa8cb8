import type { ServerResponse } from 'node:http';
import type { DirectRequest } from '@inlet/service/direct-request';

/** As long as a submission may be; a longer body passes through. */
const bodyBytesMax = 1_000_000;
/** Of all visitors at a time, so that slow ones cannot fill the memory: the bodies of others pass through. */
const keptBytesMax = 64_000_000;

/** Reads a body whole, so that it can be sent again, or answers null: then it is still to be read. */
export type KeepBody = (request: DirectRequest, response: ServerResponse, use: (body: Buffer | null) => void) => void;

export function createKeepBody(): KeepBody {
  let keptBytes = 0;

  return (request, response, use) => {
    const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers;
    const bytes = coding === undefined ? Number(length) : bodyBytesMax;
    if (bytes > bodyBytesMax || keptBytes + bytes > keptBytesMax) return use(null);
    keptBytes += bytes;
    response.once('close', () => {
      keptBytes -= bytes;
    });
    request.gatherBody(bodyBytesMax);
    // The first piece is the whole body, unless it is too long. A body that breaks off has none.
    request.once('readable', () => use(request.complete ? (request.read() ?? Buffer.alloc(0)) : null));
  };
}
