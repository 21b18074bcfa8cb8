import { inflateRawSync } from 'node:zlib';

/** Reads an archive by its central directory, as programs do. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, size, nameLength, extra, comment, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ];
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    parts.set(
      bytes.toString('utf8', at + 46, at + 46 + nameLength),
      (method === 8 ? inflateRawSync(packed) : packed).toString(),
    );
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}
