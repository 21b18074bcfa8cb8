import type { GramRows } from '#gram-rows.ts';

/** Hashes are spread over so many buckets, each of which can be read alone. */
export const bucketCount = 256;
/** Bytes of a hash and of where its rows end, in the table at the beginning of a bucket. */
const entryBytes = 8;
const countBytes = 2;

interface Postings {
  readonly directory: number[];
  readonly postings: Buffer;
}

/** The bucket of a hash. */
export function bucketOf(gram: number): number {
  return gram & (bucketCount - 1);
}

/** Writes, for each hash, the numbers of the rows that have it. A search looks at the long rows in any case. */
export function writePostings(found: GramRows, long: readonly number[], rowCount: number): Postings {
  const { gramCount, gramAt, rowsAt } = found;
  const places: number[][] = Array.from({ length: bucketCount }, () => []);
  const bitmapBytes = bitmapBytesOf(rowCount);
  let bytesMax = bucketCount * countBytes * (2 + long.length);
  for (let place = 0; place < gramCount; place += 1) {
    places[bucketOf(gramAt(place))]?.push(place);
    bytesMax += entryBytes + Math.max(bitmapBytes, 1);
  }
  const space = Buffer.allocUnsafe(bytesMax);
  const directory = [0];
  let at = 0;
  for (const bucket of places) {
    at = space.writeUInt16LE(long.length, at);
    for (const row of long) at = space.writeUInt16LE(row, at);
    at = space.writeUInt16LE(bucket.length, at);
    let entryAt = at;
    const begin = at + bucket.length * entryBytes;
    at = begin;
    for (const place of bucket) {
      at = writeRows(space, at, rowsAt(place), bitmapBytes);
      entryAt = space.writeInt32LE(gramAt(place), entryAt);
      entryAt = space.writeUInt32LE(at - begin, entryAt);
    }
    directory.push(at);
  }
  return { directory, postings: Buffer.from(space.subarray(0, at)) };
}

/** The rows that have all hashes; each comes with its bucket. */
export function rowsWithAll(
  buckets: readonly { readonly gram: number; readonly bucket: Buffer }[],
  rowCount: number,
): number[] {
  const found = new Uint8Array(bitmapBytesOf(rowCount)).fill(0xff);
  for (const { gram, bucket } of buckets) {
    const rows = readRows(bucket, gram, found.length);
    let some = 0;
    for (let place = 0; place < found.length; place += 1) {
      const bits = (found[place] ?? 0) & (rows[place] ?? 0);
      found[place] = bits;
      some |= bits;
    }
    if (some === 0) return [];
  }
  const numbers: number[] = [];
  for (let place = 0; place < found.length; place += 1) {
    for (let bits = found[place] ?? 0; bits !== 0; bits &= bits - 1) {
      const row = place * 8 + 31 - Math.clz32(bits & -bits);
      if (row < rowCount) numbers.push(row);
    }
  }
  return numbers;
}

const bitmapBytesOf = (rowCount: number) => Math.ceil(rowCount / 8);

/** The distances between the rows, or a bit for each row, whichever is shorter. A list is never as long as the bits. */
function writeRows(space: Buffer, begin: number, rows: Uint16Array, bitmapBytes: number): number {
  let at = begin;
  let last = -1;
  for (const row of rows) {
    const distance = row - last - 1;
    if (at - begin + (distance < 0x80 ? 1 : 2) >= bitmapBytes) return writeBits(space, begin, rows, bitmapBytes);
    if (distance >= 0x80) {
      space[at] = 0x80 | (distance >> 8);
      at += 1;
    }
    space[at] = distance & 0xff;
    at += 1;
    last = row;
  }
  return at;
}

function writeBits(space: Buffer, begin: number, rows: Uint16Array, bitmapBytes: number): number {
  space.fill(0, begin, begin + bitmapBytes);
  for (const row of rows) space[begin + (row >> 3)] = (space[begin + (row >> 3)] ?? 0) | (1 << (row & 7));
  return begin + bitmapBytes;
}

/** A bit for each row of a bucket that has a hash, or is long. */
function readRows(bucket: Buffer, gram: number, bitmapBytes: number): Uint8Array {
  const bits = new Uint8Array(bitmapBytes);
  const set = (row: number) => {
    bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  };
  const longCount = bucket.readUInt16LE(0);
  for (let n = 0; n < longCount; n += 1) set(bucket.readUInt16LE(countBytes * (1 + n)));
  const table = countBytes * (2 + longCount);
  const entries = bucket.readUInt16LE(table - countBytes);
  const data = table + entries * entryBytes;
  for (let n = 0; n < entries; n += 1) {
    const entry = table + n * entryBytes;
    if (bucket.readInt32LE(entry) !== gram) continue;
    const begin = data + (n === 0 ? 0 : bucket.readUInt32LE(entry - 4));
    const end = data + bucket.readUInt32LE(entry + 4);
    if (end - begin === bitmapBytes) {
      for (let place = 0; place < bitmapBytes; place += 1)
        bits[place] = (bits[place] ?? 0) | (bucket[begin + place] ?? 0);
    } else readDistances(bucket, begin, end, set);
    return bits;
  }
  return bits;
}

function readDistances(bucket: Buffer, begin: number, end: number, set: (row: number) => void): void {
  let row = -1;
  for (let at = begin; at < end; at += 1) {
    let distance = bucket[at] ?? 0;
    if (distance >= 0x80) {
      at += 1;
      distance = ((distance & 0x7f) << 8) | (bucket[at] ?? 0);
    }
    row += distance + 1;
    set(row);
  }
}
