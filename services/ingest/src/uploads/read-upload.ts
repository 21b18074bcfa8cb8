import type { Readable } from 'node:stream';
import { fileBytesMax, filesMax } from '@inlet/contracts/files';
import type { DirectRequest } from '@inlet/service/direct-request';
import busboy from 'busboy';
import { checkFields } from '#bodies/check-fields.ts';
import { parseContentType } from '#bodies/content-type.ts';
import { FieldCollector, type Fields } from '#bodies/fields.ts';
import {
  bodyMalformed,
  bodyTooLarge,
  fieldNameMax,
  filesTooBig,
  tooManyFiles,
  valuesMax,
} from '#refusals/submit-errors.ts';
import type { Upload } from '#uploads/uploads.ts';

/** Bytes of the largest body that may have files. */
const uploadBytesMax = filesMax * fileBytesMax;

/** Whether a body is to be read as a stream: it may have files, and is longer than others are. */
export function isStreamed({ headers }: DirectRequest, maxBytes: number): boolean {
  const length = headers['content-length'];
  if (length !== undefined && Number(length) <= maxBytes) return false;
  return parseContentType(headers['content-type'] ?? '').type === 'multipart/form-data';
}

/** What its files may take; the rest of a body is small beside it. */
export function announcedBytes({ headers }: DirectRequest, maxBytes: number): number {
  const length = headers['content-length'];
  if (length !== undefined && Number(length) > uploadBytesMax + maxBytes) throw filesTooBig('');
  return Math.min(Number(length ?? uploadBytesMax), uploadBytesMax);
}

/** Reads a body with files as it comes, no faster than they are stored. */
export async function readUpload(request: DirectRequest, upload: Upload, maxBytes: number): Promise<Fields> {
  const parser = openParser(request, maxBytes);
  const collector = new FieldCollector();
  let fieldBytes = 0;
  let files = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      const attempt = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error);
        }
      };
      parser.on('field', (name, value, { valueTruncated, nameTruncated }) =>
        attempt(() => {
          fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
          if (valueTruncated || nameTruncated || fieldBytes > maxBytes) throw bodyTooLarge(maxBytes);
          collector.add(name, value);
        }),
      );
      parser.on('file', (field: string, bytes: Readable, { filename }: { filename: string | undefined }) => {
        bytes.on('error', () => undefined);
        files = files.then(() => upload.add(field, filename, bytes));
        files.catch(reject);
      });
      parser.on('filesLimit', () => reject(tooManyFiles()));
      for (const limit of ['fieldsLimit', 'partsLimit'] as const)
        parser.on(limit, () => reject(bodyTooLarge(maxBytes)));
      parser.on('error', () => reject(bodyMalformed('The body is not valid multipart/form-data')));
      parser.on('close', () => resolve());
      request.on('close', () => {
        if (!request.complete) reject(bodyMalformed('The body ended before it was complete'));
      });
      request.pipe(parser);
    });
    await files;
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    throw error;
  }
  checkFields(collector.fields);
  return collector.fields;
}

const discardedBytesMax = 2_000_000;
const discardedMs = 2_000;

/** The refusal of a body goes out at once. For a moment what still comes is thrown away, so that it can be read. */
export function discardRest(request: DirectRequest): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const hangUp = () => request.socket.destroy();
  const timer = setTimeout(hangUp, discardedMs);
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > discardedBytesMax) hangUp();
  });
  request.on('close', () => clearTimeout(timer)).on('end', () => clearTimeout(timer));
  // It stands still where it was read as a stream.
  request.resume();
}

function openParser({ headers }: DirectRequest, maxBytes: number): busboy.Busboy {
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
