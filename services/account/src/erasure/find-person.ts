import { mentionsMax } from '@inlet/contracts/erasures';
import { type Person, personSubmissionsMax } from '@inlet/contracts/found-person';
import { runOn } from '@inlet/db/run-sql';
import { type AddressMatcher, matchAddress } from '@inlet/submissions/people/matcher';
import type { MentionRef } from '@inlet/submissions/people/mention-ref';
import { scanSettings } from '@inlet/submissions/people/scan-settings';
import { type ScanPosition, scanPiece, scanStart } from '@inlet/submissions/people/scan-submissions';
import type { Pool } from 'pg';
import { formsSeen, type Seat } from '#access/seat.ts';
import { countTraces } from '#erasure/count-traces.ts';
import { countBelongings, findForms, type NamedForm } from '#erasure/people.store.ts';
import { showMentions } from '#erasure/show-mentions.ts';
import { searchesBusy } from '#errors.ts';
import { presentRoles } from '#forms/present-form.ts';
import { createSlots } from '#inbox/slots.ts';
import { readPageOf } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

/** Each search reads every submission of an account, and holds a connection for part of that time. */
const ofAccount = 2;
const ofProcess = 4;

type PeopleDeps = Pick<Resources, 'database' | 'redis' | 'keys' | 'config' | 'fileLinks'>;
type FindPerson = (seat: Seat, email: string, signal: AbortSignal) => Promise<string>;

/**
 * Looks for an address in everything of an account; returns JSON text, with the fields of submissions as they are
 * stored.
 */
export function createPersonSearch(deps: PeopleDeps): FindPerson {
  const slots = createSlots({ ofAccount, ofProcess, tooMany: searchesBusy, busy: searchesBusy });
  return async ({ user, membership }, email, signal) => {
    const leave = slots.take(user.id);
    try {
      return await findPerson(deps, { userId: user.id, seen: formsSeen(membership) }, email, signal);
    } finally {
      leave();
    }
  };
}

interface Found {
  readonly id: string;
  readonly createdAt: Date;
}

interface Search {
  readonly pool: Pool;
  readonly matcher: AddressMatcher;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly theirs: Found[];
  readonly mentions: MentionRef[];
  mentionCount: number;
  notes: number;
  files: number;
}

interface Where {
  readonly userId: string;
  /** The forms that are searched; null for all. */
  readonly seen: readonly string[] | null;
}

async function findPerson(
  deps: PeopleDeps,
  { userId, seen }: Where,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  const { pool } = deps.database;
  const matcher = matchAddress(email);
  const search: Search = { pool, matcher, signal, theirs: [], mentions: [], mentionCount: 0, notes: 0, files: 0 };
  const forms = await findForms(pool, userId, seen);
  for (const { id } of forms) await searchForm(search, id);
  if (signal.aborted) return '';
  const ids = search.theirs.map(({ id }) => id);
  const traces = await countTraces(deps, { userId, forms: forms.map(({ id }) => id), ids, address: email, matcher });
  const rest: Omit<Person, 'submissions'> = {
    email,
    total: ids.length,
    counts: { submissions: ids.length, files: search.files, notes: search.notes, ...traces },
    mentions: await showMentions(pool, forms, search.mentions),
    mentionCount: search.mentionCount,
  };
  return `{"submissions":[${(await showNewest(deps, forms, search.theirs)).join()}],${JSON.stringify(rest).slice(1)}`;
}

async function searchForm(search: Search, formId: string): Promise<void> {
  const { pool, matcher, signal } = search;
  const run = runOn(pool);
  const ofForm = new Set<string>();
  const note = (refs: readonly MentionRef[]) => {
    search.mentionCount += refs.length;
    search.mentions.push(...refs.slice(0, mentionsMax - search.mentions.length));
  };
  for (let from: ScanPosition | null = scanStart; from !== null && !signal.aborted; ) {
    const { found, next } = await scanPiece(run, formId, matcher, from);
    const theirs = found.filter(({ isPerson }) => isPerson).map(({ id, createdAt }) => ({ id, createdAt }));
    search.theirs.push(...theirs);
    for (const { id } of theirs) ofForm.add(id);
    const has = await countBelongings(
      pool,
      theirs.map(({ id }) => id),
    );
    search.notes += has.notes;
    search.files += has.files;
    const others = found.filter(({ isPerson }) => !isPerson);
    note(
      others.flatMap(({ id: key, mentions }) =>
        mentions.map((one) => ({ place: 'field', formId, key, ...one }) as const),
      ),
    );
    from = next;
  }
  // Notes on the person's own submissions are deleted with these.
  note((await scanSettings(run, formId, matcher)).filter(({ key }) => key === null || !ofForm.has(key)));
}

/** The newest submissions as JSON texts, with the names and field roles of their forms. */
async function showNewest(
  { database: { pool }, fileLinks: links }: PeopleDeps,
  forms: readonly NamedForm[],
  found: readonly Found[],
): Promise<string[]> {
  const newest = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, personSubmissionsMax);
  const formById = new Map(forms.map((form) => [form.id, form]));
  const readBeforeOf = (formId: string) => formById.get(formId)?.readBefore ?? null;
  const page = await readPageOf(pool, newest, { isWhole: false, links, readBeforeOf });
  return page.flatMap(({ formId, text }) => {
    const form = formById.get(formId);
    const ofForm = { formName: form?.name ?? '', fieldRoles: presentRoles(form ?? { fieldRoles: null }) };
    return text === null ? [] : [`${text.slice(0, -1)},${JSON.stringify(ofForm).slice(1)}`];
  });
}
