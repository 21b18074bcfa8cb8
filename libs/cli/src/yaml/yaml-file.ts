import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';
import { type Place, writePlace } from '#yaml/place.ts';

/** The largest file that is read: 200 forms with the most rules have less. */
const bytesMax = 20_000_000;

/** A file of YAML or JSON that is read, changed and written back with its comments. */
export interface YamlFile {
  readonly path: string;
  readonly document: Document;
  /** Its content as plain values. */
  readonly content: unknown;
  /** The line of a part, or of the nearest part around it. */
  lineOf(place: Place): number;
  /** Makes an error that names the line of each fault. */
  failure(faults: readonly PlacedFault[], next?: string): CliError;
}

export interface PlacedFault {
  readonly place: Place;
  readonly message: string;
}

/** The most faults that an error names. */
const faultsMax = 20;

/** Reads a file, or returns null if there is none. */
export async function readYamlFile(path: string): Promise<YamlFile | null> {
  try {
    if ((await stat(path)).size > bytesMax) throw unreadable(path, 'it has more than 20 MB');
    return parseYaml(path, await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw unreadable(path, message, error);
  }
}

/** Reads a file that must be there. */
export async function requireYamlFile(path: string, next: string): Promise<YamlFile> {
  const file = await readYamlFile(path);
  if (file) return file;
  throw new CliError(`There is no file ${path}.`, { next, code: 'file_not_found', exitCode: exitCodes.notFound });
}

export function parseYaml(path: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (texts: readonly string[], next: string) =>
    new CliError(texts.join('\n'), { next, code: 'invalid_file' });
  const [wrong] = document.errors;
  if (wrong) {
    const { line } = lines.linePos(wrong.pos[0]);
    throw fail([`${path}:${line}: ${wrong.message}.`], 'Correct the YAML of this line.');
  }
  const lineOf = (place: Place) => lines.linePos(startOf(document, place)).line;
  return {
    ...{ path, document, lineOf },
    content: readContent(document, (message) => fail([`${path}: ${message}`], 'Write out what the aliases repeat.')),
    failure: (faults, next = 'Change the file and run the command again.') =>
      fail(
        faults
          .slice(0, faultsMax)
          .map(({ place, message }) => `${path}:${lineOf(place)}: ${withPlace(place, message)}`),
        next,
      ),
  };
}

export function writeYamlFile(path: string, document: Document): Promise<void> {
  return writeWhole(path, textOf(document));
}

/** Replaces a file as a whole, so that a crash leaves the old or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(fresh, text);
    await rename(fresh, path);
  } catch (error) {
    throw new CliError(`The file ${path} cannot be written: ${(error as Error).message}.`, {
      next: 'Check the folder and its rights, and run the command again.',
      code: 'file_not_written',
      cause: error,
    });
  }
}

/** A long line stays one line, so that a change of a word changes one line. */
export function textOf(document: Document): string {
  return document.toString({ lineWidth: 0 });
}

function withPlace(place: Place, message: string): string {
  return place.length === 0 ? message : `${writePlace(place)}: ${message}`;
}

function readContent(document: Document, fail: (message: string) => CliError): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // A file of aliases can stand for far more than its bytes.
    throw fail(`${(error as Error).message}.`);
  }
}

function unreadable(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(`The file ${path} cannot be read: ${reason}.`, {
    next: 'Give the path of another file.',
    code: 'file_not_read',
    cause,
  });
}

/** Where a part begins: at its name in a map, at its value in a list. */
function startOf(document: Document, place: Place): number {
  let node = document.contents as Node | null;
  let start = node?.range?.[0] ?? 0;
  for (const part of place) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) break;
      start = (pair.key as Node).range?.[0] ?? start;
      node = pair.value as Node | null;
    } else if (isSeq(node) && typeof part === 'number') {
      node = (node.items[part] as Node | undefined) ?? null;
      start = node?.range?.[0] ?? start;
    } else break;
  }
  return start;
}
