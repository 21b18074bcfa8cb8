import { setImmediate } from 'node:timers/promises';
import { importLinesMax } from '@inlet/contracts/import-limits';
import type { RefusedLine } from '@inlet/contracts/imports';
import { importTooLarge } from '#errors.ts';
import { importedId } from '#inbox/imports/imported-id.ts';
import { LineFault, type ReadLine, readLine } from '#inbox/imports/read-line.ts';

export interface ImportedRow extends Omit<ReadLine, 'occurrence'> {
  readonly id: string;
}

export interface ReadLines {
  readonly rows: readonly ImportedRow[];
  readonly refused: readonly RefusedLine[];
}

/** Other requests go on after this time; 5 MB take a tenth of a second. */
const sliceMs = 10;
const newline = 0x0a;

/** Reads the lines of a call, and gives each its id. Empty lines are skipped. */
export async function readLines(formId: string, body: Uint8Array): Promise<ReadLines> {
  const [rows, refused]: [ImportedRow[], RefusedLine[]] = [[], []];
  const occurrences = createCounter();
  let startMs = performance.now();
  for (const [index, bytes] of linesOf(body).entries()) {
    if (performance.now() - startMs > sliceMs) {
      await setImmediate();
      startMs = performance.now();
    }
    if (isBlank(bytes)) continue;
    try {
      const { occurrence, ...line } = readLine(bytes);
      const counted = occurrence ?? occurrences(`${line.createdAt}${line.json}`);
      rows.push({ ...line, id: importedId({ formId, ...line, occurrence: counted }) });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      refused.push({ line: index + 1, code: error.code, message: error.message });
    }
  }
  return { rows, refused };
}

function linesOf(body: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < body.length; ) {
    const end = body.indexOf(newline, from);
    lines.push(body.subarray(from, end === -1 ? body.length : end));
    if (lines.length > importLinesMax) throw importTooLarge();
    from = end === -1 ? body.length : end + 1;
  }
  return lines;
}

const blanks = new Set([...' \t\r'].map((character) => character.charCodeAt(0)));

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => blanks.has(byte));
}

/** Counts how often it was called with the same text before. */
function createCounter(): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return count;
  };
}
