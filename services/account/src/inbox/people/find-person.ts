import { mentionsMax, type Person, personSubmissionsMax } from '@inlet/contracts/erasures';
import type { User } from '@inlet/db/client';
import { runOn } from '@inlet/db/run-sql';
import { matchAddress } from '@inlet/submissions/people/matcher';
import type { MentionRef } from '@inlet/submissions/people/mention-ref';
import { type ScanPosition, scanPiece, scanStart } from '@inlet/submissions/people/scan-submissions';
import type { Pool } from 'pg';
import { searchesBusy } from '#errors.ts';
import { countNotes, findForms } from '#inbox/people/people.store.ts';
import { showMentions } from '#inbox/people/show-mentions.ts';
import { createSlots } from '#inbox/slots.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import { findMeasured } from '#inbox/submissions/submissions.store.ts';
import type { Resources } from '#resources.ts';

/** Each reads every submission of an account, and has a connection for a part of that time. */
const ofAccount = 2;
const ofProcess = 4;

type FindPerson = (user: User, email: string, left: AbortSignal) => Promise<string>;

/** Looks for an address in everything of an account; answers JSON text, with the fields of submissions as they are stored. */
export function createPersonSearch({ database: { pool } }: Pick<Resources, 'database'>): FindPerson {
  const slots = createSlots({ ofAccount, ofProcess, tooMany: searchesBusy, busy: searchesBusy });
  return async (user, email, left) => {
    const leave = slots.take(user.id);
    try {
      return await findPerson(pool, user, email, left);
    } finally {
      leave();
    }
  };
}

interface Found {
  readonly id: string;
  readonly formId: string;
  readonly createdAt: Date;
}

async function findPerson(pool: Pool, { id: userId }: User, email: string, left: AbortSignal): Promise<string> {
  const run = runOn(pool);
  const matcher = matchAddress(email);
  const forms = await findForms(pool, userId);
  const refs: MentionRef[] = [];
  let newest: Found[] = [];
  const counts = {
    submissions: 0,
    notes: 0,
    deliveries: 0,
    attempts: 0,
    deadSubmissions: 0,
    mails: 0,
    suppressions: 0,
  };
  let mentionCount = 0;
  for (const { id: formId } of forms) {
    let from: ScanPosition | null = scanStart;
    while (from !== null) {
      if (left.aborted) return '';
      const { found, next } = await scanPiece(run, formId, matcher, from);
      const theirs = found.filter(({ isPerson }) => isPerson);
      counts.submissions += theirs.length;
      counts.notes += await countNotes(
        pool,
        theirs.map(({ id }) => id),
      );
      newest = [...newest, ...theirs.map(({ id, createdAt }) => ({ id, formId, createdAt }))]
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
        .slice(0, personSubmissionsMax);
      for (const { id, isPerson, mentions } of found) {
        if (isPerson) continue;
        mentionCount += mentions.length;
        refs.push(...mentions.map((mention) => ({ place: 'field' as const, formId, key: id, ...mention })));
      }
      refs.splice(mentionsMax);
      from = next;
    }
  }
  const rows = await findMeasured(
    pool,
    'older',
    newest.map(({ id }) => ({ id, createdAt: 'infinity' })),
  );
  const formById = new Map(forms.map((form) => [form.id, form]));
  const readBeforeOf = (formId: string) => formById.get(formId)?.readBefore ?? null;
  const page = await readPage(pool, rows, { isWhole: false, readBeforeOf });
  const formOf = new Map(rows.map(({ id, formId }) => [id, formId]));
  const shown = page.flatMap(({ id, text }) => {
    const formName = JSON.stringify(formById.get(formOf.get(id) ?? '')?.name ?? '');
    return text === null ? [] : [`${text.slice(0, -1)},"formName":${formName}}`];
  });
  const rest: Omit<Person, 'submissions'> = {
    email,
    total: counts.submissions,
    counts,
    mentions: await showMentions(pool, forms, refs),
    mentionCount,
  };
  return `{"submissions":[${shown.join()}],${JSON.stringify(rest).slice(1)}`;
}
