import { importLineBytesMax, importOccurrencesMax, importOriginMax } from '@inlet/contracts/import-limits';
import type { ImportFault } from '@inlet/contracts/imports';
import { canBeStored } from '@inlet/contracts/text';
import { parseExactly } from '@inlet/import/exact-json';
import { readDate } from '@inlet/import/read-date';
import { findFieldFault } from '@inlet/submissions/field-faults';
import * as z from 'zod';

/** A line that can be stored. */
export interface ReadLine {
  /** The fields, as they are stored. */
  readonly json: string;
  /** When it was sent; null for the time of the import. */
  readonly createdAt: string | null;
  readonly origin: string | null;
  /** Undefined if the identical lines of the call are to be counted. */
  readonly occurrence: number | undefined;
}

/** Why a line is refused. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
  readonly code: ImportFault;

  constructor(code: ImportFault, message: string) {
    super(message);
    this.code = code;
  }
}

type Members = Readonly<Record<string, unknown>>;

const utc = { dayOrder: 'month first', timeZone: 'UTC' } as const;
const isoSchema = z.iso.datetime({ offset: true });
/** Any order but the one of ISO 8601 would be a guess. */
const yearFirst = /^\d{4}-/;
/** Members with which a line with `data` is no plain object of fields. */
const ownMembers = new Set(['data', 'createdAt', 'origin', 'occurrence']);
/** Members of a plain object that may hold its time. */
const dateMembers = ['createdAt', 'Date', 'Timestamp'];
/** A clock may be ahead of this one. */
const skewMs = 60_000;

/** Reads a line of an import, or throws its fault. */
export function readLine(bytes: Uint8Array): ReadLine {
  if (bytes.length > importLineBytesMax) throw new LineFault('too_large', 'The line is longer than 1 MB');
  const members = objectOf(parse(bytes), 'The line is not a JSON object');
  const isOwn = isObject(members.data) && Object.keys(members).every((name) => ownMembers.has(name));
  return isOwn ? readOwn(members) : readPlain(members);
}

function readOwn({ data, createdAt, origin, occurrence }: Members): ReadLine {
  return {
    json: jsonOf(objectOf(data, '`data` is not an object')),
    createdAt: createdAt == null ? null : checkTime(isoOf(createdAt)),
    origin: origin == null ? null : checkOrigin(origin),
    occurrence: occurrence == null ? undefined : checkOccurrence(occurrence),
  };
}

function readPlain(members: Members): ReadLine {
  const dated = dateMembers.find((name) => dateIn(members[name]) !== null);
  const fields = Object.entries(members).filter(([name]) => name !== dated);
  return {
    json: jsonOf(Object.fromEntries(fields)),
    createdAt: dated === undefined ? null : checkTime(dateIn(members[dated])),
    origin: null,
    occurrence: undefined,
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseExactly(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new LineFault('invalid_json', 'The line is not valid JSON in UTF-8');
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown, problem: string): Members {
  if (!isObject(value)) throw new LineFault('invalid_line', problem);
  return value;
}

function jsonOf(fields: Members): string {
  if (Object.keys(fields).length === 0) throw new LineFault('empty_submission', 'The submission has no fields');
  const fault = findFieldFault(fields);
  if (fault) throw new LineFault('invalid_fields', fault.message);
  return JSON.stringify(fields);
}

function dateIn(value: unknown): string | null {
  return typeof value === 'string' && yearFirst.test(value) ? readDate(value, utc) : null;
}

function isoOf(value: unknown): string | null {
  const iso = isoSchema.safeParse(value);
  return iso.success ? readDate(iso.data, utc) : null;
}

function checkTime(time: string | null): string {
  const ms = time === null ? Number.NaN : Date.parse(time);
  const refuse = (message: string) => new LineFault('invalid_date', message);
  if (time === null || Number.isNaN(ms))
    throw refuse('`createdAt` is not a time in ISO 8601, such as 2026-11-28T05:41:00Z');
  if (ms < 0) throw refuse('The time is before 1970');
  if (ms > Date.now() + skewMs) throw refuse('The time is in the future');
  return time;
}

function checkOrigin(origin: unknown): string {
  const isText = typeof origin === 'string' && origin.length > 0 && origin.length <= importOriginMax;
  if (isText && canBeStored(origin)) return origin;
  throw new LineFault('invalid_origin', `\`origin\` is not a text of 1 to ${importOriginMax} characters`);
}

function checkOccurrence(occurrence: unknown): number {
  const isCount = Number.isInteger(occurrence) && Number(occurrence) >= 0 && Number(occurrence) <= importOccurrencesMax;
  if (isCount) return Number(occurrence);
  throw new LineFault('invalid_line', '`occurrence` is not a whole number from 0 on');
}
