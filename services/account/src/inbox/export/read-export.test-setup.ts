import { inflateRawSync } from 'node:zlib';

/** The cells of a file as a spreadsheet finds them: quotes count only where they begin a cell. */
export function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < file.length; index += 1) {
    const letter = file[index] ?? '';
    if (isQuoted && letter === '"' && file[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (letter === separator || letter === '\r' || letter === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** Reads an archive by its directory, as programs do. */
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

/** The rows of a sheet: texts, and numbers as numbers. */
export function rowsOf(sheet = ''): (string | number)[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) => {
      const number = /^<v>(.*)<\/v>$/.exec(cell ?? '')?.[1];
      return number === undefined ? unescaped(/<t[^>]*>(.*)<\/t>/s.exec(cell ?? '')?.[1] ?? '') : Number(number);
    }),
  );
}
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
