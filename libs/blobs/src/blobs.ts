import type { Readable } from 'node:stream';

/** Stores the bytes of files. A key is a path with slashes, as `fileKey` makes it. */
export interface Blobs {
  /** Resolves when the bytes will survive a crash. On failure, it leaves nothing that `get` would find. */
  readonly put: (key: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** Returns null if the object does not exist. */
  readonly get: (key: string) => Promise<Readable | null>;
  readonly sizeOf: (key: string) => Promise<number | null>;
  /** Deleting a key that does not exist is not an error. */
  readonly delete: (key: string) => Promise<void>;
  /** Lists all keys with the prefix, including those of incomplete uploads. */
  readonly list: (prefix: string) => AsyncIterable<string>;
}
