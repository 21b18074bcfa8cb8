import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ReadStreamOptions, ZipFile } from 'yazl';

/** Adds a stream to an archive and waits for its end, so that only one is open at a time. */
export type AddEntry = (source: Readable, name: string, options?: Partial<ReadStreamOptions>) => Promise<void>;

/** A zip archive in chunks of bytes, as fast as they are read. */
export async function* streamZip(fill: (add: AddEntry, zip: ZipFile) => Promise<void>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  let isLeft = false;
  const add: AddEntry = async (source, name, options) => {
    open = source;
    // Otherwise nothing would read the stream, and it would never end.
    if (isLeft) source.destroy();
    zip.addReadStream(source, name, options);
    await finished(source);
  };
  zip.on('error', (error: Error) => output.destroy(error));
  const filled = fill(add, zip)
    .then(() => zip.end())
    .catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    isLeft = true;
    open?.destroy();
    await filled;
  }
}
