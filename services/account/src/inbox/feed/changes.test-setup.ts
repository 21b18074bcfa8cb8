import { randomUUID } from 'node:crypto';
import { type Change, changeLineSchema } from '@inlet/contracts/changes';
import type { Form } from '@inlet/db/client';
import { expect } from 'vitest';
import type { TestAccount } from '#account.test-setup.ts';

export interface ChangePage {
  readonly changes: readonly Change[];
  readonly end: string;
}

/** Reads a page that must be complete. */
export async function readChangePage(account: TestAccount, token: string, query = ''): Promise<ChangePage> {
  const answer = await account.call(`GET /api/v1/changes?${query}`, { token });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  expect(answer.text.endsWith('\n')).toBe(true);
  const lines = answer.text
    .slice(0, -1)
    .split('\n')
    .map((line) => changeLineSchema.parse(JSON.parse(line)));
  const end = lines.pop();
  if (end?.type !== 'end') throw new Error('The last line is not the end');
  return { changes: lines.filter((line) => line.type !== 'end'), end: end.cursor };
}

/** Reads until nothing is left. */
export async function readAll(account: TestAccount, token: string, query = '', after?: string): Promise<ChangePage> {
  const changes: Change[] = [];
  for (let end = after; ; ) {
    const page = await readChangePage(account, token, `${query}${end === undefined ? '' : `&after=${end}`}`);
    changes.push(...page.changes);
    if (page.end === end) return { changes, end };
    end = page.end;
  }
}

export interface StoreOptions {
  readonly isSpam?: boolean;
  readonly data?: string;
  /** Maximum pause before and after recording the change, in seconds. */
  readonly delays?: number;
}

/** Stores submissions in one transaction, and records it as the worker does. */
export async function store(
  { deps: { database } }: TestAccount,
  { id: formId, userId }: Pick<Form, 'id' | 'userId'>,
  count: number,
  { isSpam = false, data = '{}', delays = 0 }: StoreOptions = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted();
  await database.pool.query(
    `with inserted as (
       insert into submissions (id, form_id, data, is_spam, created_at)
       select id, $2, $3::json, $4, now() from unnest($1::uuid[]) as id returning id
     ), slept as materialized (select pg_sleep(random() * $6) from inserted limit 1)
     select record_changes(array_agg($5::text), array_agg(id), array_agg($2::uuid), array_agg($7::uuid)),
       (select count(*) from slept), pg_sleep(random() * $6)
     from inserted`,
    [ids, formId, data, isSpam, isSpam ? 'spam' : 'created', delays, userId],
  );
  return ids;
}
