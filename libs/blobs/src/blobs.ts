import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. A key has folders with slashes between them, as `fileKey` makes it. */
export interface Blobs {
  /** Ends when the bytes will survive a crash. Where it fails it leaves nothing that `get` would find. */
  readonly put: (key: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Null where there is nothing. */
  readonly get: (key: string) => Promise<Readable | null>;
  readonly sizeOf: (key: string) => Promise<number | null>;
  /** To delete what is not there is no error. */
  readonly delete: (key: string) => Promise<void>;
  /** All keys that begin so, those of broken uploads too. */
  readonly list: (prefix: string) => AsyncIterable<string>;
}
