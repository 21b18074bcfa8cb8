import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** The forms that hide a letter: an escape of JSON, even if it was escaped again, or an escape of a URL. */
const hidden = /(?<!\\)\\+u00([\da-f]{2})|%([\da-f]{2})/gi;

/** The forms of a text in bytes: as it is, and the middle of its base64 at each offset in three bytes. */
function formsOf(text: string): { readonly plain: string; readonly encoded: readonly string[] } {
  const encoded = [0, 1, 2].map((before) =>
    Buffer.from(' '.repeat(before) + text)
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  );
  return { plain: text.toLowerCase(), encoded: [...encoded, Buffer.from(text).toString('hex')] };
}

/** Counts the occurrences of a text in a file, in any case, escaped, or as base64 or hex. */
async function countInFile(path: string, text: string): Promise<number> {
  const { plain, encoded } = formsOf(text);
  const source = createReadStream(path);
  const input = path.endsWith('.backup') ? source.pipe(createGunzip()) : source;
  input.setEncoding('latin1');
  let count = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const shown = line
      .replace(hidden, (_whole, json?: string, url?: string) =>
        String.fromCharCode(Number.parseInt(json ?? url ?? '', 16)),
      )
      .toLowerCase();
    count += shown.split(plain).length - 1;
    for (const each of encoded) count += line.split(each).length - 1;
  }
  return count;
}

/** The number of occurrences of a text in the files of a folder, or in one file. */
export async function countInFiles(paths: readonly string[], text: string): Promise<number> {
  let count = 0;
  for (const path of paths) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
    const files = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [
      path,
    ];
    for (const file of files) count += await countInFile(file, text);
  }
  return count;
}
