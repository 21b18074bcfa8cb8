import { type Encoding, FileError, type FileShape, type Separator, separators } from '#file-shape.ts';

/** How much of a file's start should be passed on to `detectShape`, in bytes. */
export const shapeBytes = 256 * 1_024;

/** Finds out how a file is written, by its first bytes. Throws a `FileError` for what is no text. */
export function detectShape(start: Uint8Array): FileShape {
  if (isArchive(start)) {
    throw new FileError('This is an archive or a workbook. Unpack it, or save the sheet as CSV, and choose that file.');
  }
  const encoding = encodingOf(start);
  const text = new TextDecoder(encoding).decode(start, { stream: true }).trimStart();
  if (text === '') throw new FileError('The file is empty');
  if (text.includes('\0')) throw new FileError('This is not a text file. Choose a CSV, JSON or NDJSON file.');
  if (text.startsWith('[')) return { format: 'json', encoding };
  if (text.startsWith('{')) return { format: isNdjson(text) ? 'ndjson' : 'json', encoding };
  return { format: 'csv', encoding, separator: separatorOf(text) };
}

/** ZIP, which is also XLSX, and gzip. */
function isArchive([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);
}

function encodingOf(start: Uint8Array): Encoding {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    // The end of a longer file's start may be the half of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: start.length >= shapeBytes });
    return 'utf-8';
  } catch {
    // What is no UTF-8 is mostly a file of Excel for Windows.
    return 'windows-1252';
  }
}

/** One object is one row, unless it has a list of objects. */
function isNdjson(text: string): boolean {
  const end = text.indexOf('\n');
  const [first, rest] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const object = parse(first);
  if (object === null) return false;
  return rest.trim() !== '' || !Object.values(object).some(isListOfObjects);
}

function parse(text: string): object | null {
  try {
    return JSON.parse(text) as object | null;
  } catch {
    return null;
  }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;
}

/** The separator that occurs most in the first line, outside quotation marks. */
function separatorOf(text: string): Separator {
  const header = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}
