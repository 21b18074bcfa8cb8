import type { Readable } from 'node:stream';
import { fileBytesMax, filesMax } from '@inlet/contracts/files';
import type { BodyRequest, BodyStream } from '@inlet/service/fast-request';
import busboy from 'busboy';
import { checkFields } from '#bodies/check-fields.ts';
import { parseContentType } from '#bodies/content-type.ts';
import { FieldCollector, type Fields } from '#bodies/fields.ts';
import { unescapeName } from '#bodies/multipart.ts';
import {
  bodyMalformed,
  bodyTooLarge,
  brokenOff,
  fieldNameMax,
  filesTooBig,
  tooManyFiles,
  uploadTooSlow,
  valuesMax,
} from '#refusals/submit-errors.ts';
import type { Upload } from '#uploads/uploads.ts';

/** Bytes of the largest body that may have files. */
const uploadBytesMax = filesMax * fileBytesMax;

/** Whether a body is to be read as a stream: it may have files, and is longer than others are. */
export function isStreamed({ headers }: BodyRequest, maxBytes: number): boolean {
  const length = headers['content-length'];
  if (length !== undefined && Number(length) <= maxBytes) return false;
  return parseContentType(headers['content-type'] ?? '').type === 'multipart/form-data';
}

/** Whether a body that tells no length is whole and no longer than others. The request gathers it. */
export async function isShort(request: BodyStream, maxBytes: number): Promise<boolean> {
  if (request.headers['content-length'] !== undefined) return false;
  if (!request.complete && !request.destroyed) {
    await new Promise<void>((resolve) => request.once('readable', resolve).once('close', resolve));
  }
  return request.complete && request.readableLength <= maxBytes;
}

/** What its files may take; the rest of a body is small beside it. */
export function announcedBytes({ headers }: BodyStream, maxBytes: number): number {
  const length = headers['content-length'];
  if (length !== undefined && Number(length) > uploadBytesMax + maxBytes) throw filesTooBig('');
  return Math.min(Number(length ?? uploadBytesMax), uploadBytesMax);
}

/** Reads a body with files as it comes, no faster than they are stored. Only a test has other seconds. */
export async function readUpload(
  request: BodyStream,
  upload: Upload,
  maxBytes: number,
  everySecond: EverySecond = countSeconds,
): Promise<Fields> {
  // It may have left while it waited.
  if (request.destroyed) throw brokenOff();
  const parser = openParser(request, maxBytes);
  const collector = new FieldCollector();
  let fieldBytes = 0;
  let files = Promise.resolve();
  let isRefused = false;
  let stopWatching = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const attempt = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error);
        }
      };
      parser.on('field', (name: Name, value, { valueTruncated, nameTruncated }) =>
        attempt(() => {
          const field = nameOf(name);
          fieldBytes += Buffer.byteLength(field) + Buffer.byteLength(value);
          if (valueTruncated || nameTruncated || fieldBytes > maxBytes) throw bodyTooLarge(maxBytes);
          collector.add(field, value);
        }),
      );
      parser.on('file', (name: Name, bytes: Readable, { filename }: { filename: Name }) => {
        bytes.on('error', () => undefined);
        const shownName = filename && unescapeName(filename);
        files = files.then(() => (isRefused ? undefined : upload.add(nameOf(name), shownName, bytes)));
        files.catch(reject);
      });
      parser.on('filesLimit', () => reject(tooManyFiles()));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const)
        parser.on(limit, () => reject(bodyTooLarge(maxBytes)));
      parser.on('error', () => reject(bodyMalformed('The body is not valid multipart/form-data')));
      parser.on('close', () => resolve());
      stopWatching = watchRate(request, parser, everySecond, () => reject(uploadTooSlow()));
      let bytesLeft = uploadBytesMax + maxBytes;
      request.on('data', ({ length }: Buffer) => {
        bytesLeft -= length;
        // What is around the parts has no other end where a body does not tell its length.
        if (bytesLeft < 0) reject(filesTooBig(''));
      });
      request.on('close', () => {
        if (!request.complete) reject(brokenOff());
      });
      request.pipe(parser);
    });
    await files;
  } catch (error) {
    request.unpipe(parser);
    isRefused = true;
    parser.destroy();
    // One that is being stored still may be whole already: it is deleted with the others then.
    await files.catch(() => undefined);
    throw error;
  } finally {
    stopWatching();
  }
  checkFields(collector.fields);
  return collector.fields;
}

/** Undefined where it is empty: the types of the parser do not say so. */
type Name = string | undefined;
const nameOf = (name: Name) => unescapeName(name ?? '');

/** Calls every second until its answer is called. */
export type EverySecond = (tick: () => void) => () => void;
const countSeconds: EverySecond = (tick) => {
  const timer = setInterval(tick, 1_000);
  return () => clearInterval(timer);
};

/** Bytes in a second, on average, and the seconds before that is asked for. */
const leastRate = 64_000;
const leastRateAfter = 10;

/** Ends an upload that comes too slowly. Only the seconds count in which more would have been read. */
function watchRate(
  request: BodyStream,
  parser: busboy.Busboy,
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

function openParser({ headers }: BodyStream, maxBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: {
        fieldNameSize: 4 * fieldNameMax,
        fieldSize: maxBytes,
        fields: valuesMax,
        // One more byte than a file may have, so that it is known to be too large.
        fileSize: fileBytesMax + 1,
        files: filesMax,
        parts: valuesMax + filesMax,
        headerPairs: 20,
      },
    });
  } catch {
    throw bodyMalformed('The body is not valid multipart/form-data');
  }
}
