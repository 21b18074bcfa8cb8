import { type Change, changeSchema, changeTypes } from '@inlet/contracts/changes';
import { parseExactly } from '@inlet/import/exact-json';
import * as z from 'zod';
import { CliError } from '#cli-error.ts';
import { type Api, brokenOff } from '#connection/api.ts';
import { readText } from '#connection/read-text.ts';
import { exitCodes } from '#exit-codes.ts';

export interface Page {
  readonly changes: readonly Change[];
  /** The cursor behind everything that the page covers. */
  readonly cursor: string;
  readonly isComplete: boolean;
}

export interface PageWanted {
  readonly formId: string;
  /** A cursor, a time in ISO 8601, or `now`. */
  readonly after: string;
  readonly signal: AbortSignal;
}

const lineSchema = z.looseObject({ cursor: z.string(), type: z.string(), isComplete: z.boolean().optional() });
/** Few enough that a form with large submissions does not fill the memory. */
const linesMax = 100;
/** The service ends a page after 4 MB and one more submission. */
const pageBytesMax = 20_000_000;

/** Reads a page of the change feed. Types of changes that this version does not know are left out. */
export async function readPage(api: Api, { formId, after, signal }: PageWanted): Promise<Page> {
  const accept = 'application/x-ndjson';
  const response = await api.open('readChanges', { query: { formId, after, limit: linesMax }, accept, signal });
  const text = await readText(response, pageBytesMax, signal);
  const lines = text.split('\n').filter((line) => line !== '');
  const end = lineSchema.safeParse(parseLine(lines.pop() ?? ''));
  if (!end.success || end.data.type !== 'end') throw brokenOff(new Error('the page has no end'));
  const { cursor, isComplete = false } = end.data;
  return { changes: lines.flatMap((line) => readChange(parseLine(line))), cursor, isComplete };
}

function readChange(line: unknown): Change[] {
  const { type } = lineSchema.parse(line);
  if (!changeTypes.some((known) => known === type)) return [];
  const change = changeSchema.safeParse(line);
  if (change.success) return [change.data];
  throw new CliError('The installation sent a change that this version cannot read.', {
    next: 'Update the command line: npm install -g @inlet/cli',
    code: 'unknown_change',
    exitCode: exitCodes.failed,
    cause: change.error,
  });
}

/** Numbers stay as visitors wrote them. A line that was cut is no JSON. */
function parseLine(line: string): unknown {
  try {
    return parseExactly(line);
  } catch (error) {
    throw brokenOff(error);
  }
}
