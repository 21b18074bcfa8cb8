import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '@inlet/local/write-atomically';
import { ConfigError } from '@inlet/process/config';
import type { Clock } from '#clock/clock.ts';
import type { Tables } from '#state/tables.ts';

type State = { readonly tables: Tables; readonly clock: Clock };
type Row = { readonly id: string };

/** Stripe keeps idempotency keys for at least a day. */
const answerTtlMs = 24 * 60 * 60 * 1_000;
/** About 3 kB each: at most 6 MB of events. */
const eventsMax = 2_000;

const formatVersion = 1;
/** The file contains names and addresses, so only its owner may read it. */
const fileMode = 0o600;

/** Loads the state from its file; returns false if there is none yet. */
export function loadState(file: string, { tables, clock }: State): boolean {
  if (!existsSync(file)) return false;
  const saved = parse(file);
  for (const [name, table] of Object.entries(tables) as [string, Map<string, Row>][]) {
    for (const row of saved.tables[name] ?? []) table.set(row.id, row);
  }
  clock.setOffset(saved.clockOffsetSeconds);
  return true;
}

/** Writes the whole state. It is small, and a crash then loses no confirmed change. */
export function saveState(file: string, { tables, clock }: State): void {
  const rows = Object.entries(tables).map(([name, table]) => [name, [...table.values()]]);
  const saved = { version: formatVersion, clockOffsetSeconds: clock.offset(), tables: Object.fromEntries(rows) };
  writeAtomically(file, JSON.stringify(saved), fileMode);
}

function parse(file: string): { clockOffsetSeconds: number; tables: Record<string, Row[]> } {
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    if (saved.version === formatVersion) return saved;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ConfigError(`The state in ${file} cannot be read; delete the file to start afresh`);
}

/** Removes old responses, events and deliveries, so that the state's file stays small. */
export function prune({ answers, events, deliveries }: Tables, nowMs = Date.now()): void {
  for (const { id, atMs } of answers.values()) if (nowMs - atMs > answerTtlMs) answers.delete(id);
  for (const id of events.keys()) {
    if (events.size <= eventsMax) break;
    events.delete(id);
  }
  for (const { id, event } of deliveries.values()) if (!events.has(event)) deliveries.delete(id);
}
