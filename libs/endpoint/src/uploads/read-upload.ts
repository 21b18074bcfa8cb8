import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import { checkFields } from '#bodies/check-fields.ts';
import { parseContentType } from '#bodies/content-type.ts';
import type { Fields } from '#bodies/fields.ts';
import { KeptParts } from '#bodies/multipart.ts';
import { openMultipart, type Part } from '#bodies/multipart-parts.ts';
import { brokenOff, filesTooBig, tooManyFiles, uploadTooSlow } from '#refusals/submit-errors.ts';
import type { Upload } from '#uploads/uploads.ts';

/** The size of the largest body with files. */
const uploadBytesMax = filesMax * fileBytesMax;

export function isMultipart({ headers }: IncomingMessage): boolean {
  return parseContentType(headers['content-type'] ?? '').type === 'multipart/form-data';
}

/** The maximum size of the files by the request's headers; the rest of the body is small in comparison. */
export function announcedBytes({ headers }: IncomingMessage, maxBytes: number): number {
  const length = headers['content-length'];
  if (length !== undefined && Number(length) > uploadBytesMax + maxBytes) throw filesTooBig('');
  return Math.min(Number(length ?? uploadBytesMax), uploadBytesMax);
}

/** Reads a body with files as it arrives, no faster than they are stored. Only tests override the seconds. */
export async function readUpload(
  request: IncomingMessage,
  upload: Upload,
  maxBytes: number,
  everySecond: EverySecond = countSeconds,
): Promise<Fields> {
  // The visitor may have disconnected while waiting.
  if (request.destroyed) throw brokenOff();
  const { parameters } = parseContentType(request.headers['content-type'] ?? '');
  const kept = new KeptParts(maxBytes, parameters.get('charset'));
  let files = Promise.resolve();
  let fileCount = 0;
  let isRefused = false;
  const { parser, ended, refuse } = openMultipart(parameters.get('boundary'), (part) => {
    // An empty file input is small; only its end shows that it is empty.
    if (!part.filename) return kept.keep(part, refuse);
    fileCount += 1;
    if (fileCount > filesMax) throw tooManyFiles();
    files = files.then(() => (isRefused ? undefined : addFile(part)));
    files.catch(refuse);
  });
  const addFile = ({ name, filename = '', charset, content }: Part) =>
    upload.add(kept.nameOf(name, charset), kept.nameOf(filename, charset), content);
  const stopWatching = watchRate(request, parser, everySecond, () => refuse(uploadTooSlow()));
  let bytesLeft = uploadBytesMax + maxBytes;
  request.on('data', ({ length }: Buffer) => {
    bytesLeft -= length;
    // Without a content length, nothing else limits the text between the parts.
    if (bytesLeft < 0) refuse(filesTooBig(''));
  });
  request.on('close', () => {
    if (!request.complete) refuse(brokenOff());
  });
  try {
    request.pipe(parser);
    await ended;
    await files;
  } catch (error) {
    request.unpipe(parser);
    isRefused = true;
    // A file that is still being stored may already be complete: then it is deleted with the others.
    await files.catch(() => undefined);
    throw error;
  } finally {
    stopWatching();
  }
  const { fields, files: unnamed } = kept.read();
  for (const { field, filename, content } of unnamed) await upload.add(field, filename, inOne(content));
  checkFields(fields);
  return fields;
}

/** Yields a buffer in one piece. */
export async function* inOne(content: Buffer): AsyncGenerator<Buffer> {
  if (content.length > 0) yield content;
}

/** Calls a function every second until the returned function is called. */
export type EverySecond = (tick: () => void) => () => void;
const countSeconds: EverySecond = (tick) => {
  const timer = setInterval(tick, 1_000);
  return () => clearInterval(timer);
};

/** The minimum average of bytes per second, and the seconds before it is enforced. */
const leastRate = 64_000;
const leastRateAfter = 10;

/** Ends an upload that is too slow. Only seconds in which more would have been read count. */
function watchRate(
  request: IncomingMessage,
  parser: Writable,
  everySecond: EverySecond,
  onSlow: () => void,
): () => void {
  let [bytes, seconds] = [0, 0];
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  return everySecond(() => {
    if (request.complete || parser.writableNeedDrain) return;
    seconds += 1;
    if (seconds > leastRateAfter && bytes < leastRate * seconds) onSlow();
  });
}
