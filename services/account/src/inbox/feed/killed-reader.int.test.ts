import { setTimeout as pause } from 'node:timers/promises';
import { type Change, changeLineSchema } from '@inlet/contracts/changes';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { store } from '#inbox/feed/changes.test-setup.ts';

const writers = 32;
const kills = 10;

/** A reader that saves its lines together with its cursor, so that it loses both or neither when it is killed. */
function openReader(account: TestAccount, token: string) {
  const kept = { cursor: undefined as string | undefined, changes: [] as Change[] };

  async function openPage(): Promise<AsyncIterable<Uint8Array>> {
    const after = kept.cursor === undefined ? '' : `&after=${kept.cursor}`;
    const answer = await fetch(`${account.url}/api/v1/changes?limit=40${after}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    return (answer.body ?? []) as AsyncIterable<Uint8Array>;
  }

  /** Returns true for the end of a page without changes after its cursor. */
  function keep(line: string, after: string | undefined): boolean {
    const change = changeLineSchema.parse(JSON.parse(line));
    const isEnd = change.type === 'end' && change.cursor === after;
    if (change.type !== 'end') kept.changes.push(change);
    kept.cursor = change.cursor;
    return isEnd;
  }

  /** Reads pages until it has read everything, or is killed after this many bytes. */
  async function read(bytesMax = Number.POSITIVE_INFINITY): Promise<'all' | 'killed'> {
    for (let bytes = 0; ; ) {
      const { cursor } = kept;
      let rest = '';
      for await (const chunk of await openPage()) {
        // Complete lines were kept, and a partial one was not.
        const part = chunk.subarray(0, Math.max(0, bytesMax - bytes));
        bytes += chunk.length;
        const lines = (rest + new TextDecoder().decode(part)).split('\n');
        rest = lines.pop() ?? '';
        if (lines.map((line) => keep(line, cursor)).includes(true)) return 'all';
        // Leaving the loop closes the connection.
        if (bytes >= bytesMax) return 'killed';
      }
    }
  }
  return { kept, read };
}

it('a reader that is killed ten times gets each change once at its position, and misses none', async () => {
  const account = await startTestAccount({ DATABASE_CONNECTIONS: '8' });
  onTestFinished(() => account.close());
  const { prisma, pool } = account.deps.database;
  const user = await buildUser(prisma);
  const token = await account.signIn(user);
  const forms: Form[] = [];
  for (let n = 0; n < 3; n += 1) forms.push(await buildForm(prisma, { userId: user.id }));
  const formOf = (n: number) => forms[n % forms.length] as Form;
  const sent: string[] = [];
  for (let n = 0; n < 3; n += 1) sent.push(...(await store(account, formOf(n), 20)));

  const reader = openReader(account, token);
  expect(await reader.read(3_000)).toBe('killed');
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < 4; round += 1) {
        sent.push(...(await store(account, formOf(writer + round), 1 + ((writer + round) % 5), { delays: 0.02 })));
        await pause(Math.random() * 10);
      }
    }),
  );
  let isWritten = false;
  const written = writing.then(() => {
    isWritten = true;
  });
  let killed = 1;
  while (killed < kills) {
    const isLast = isWritten;
    if ((await reader.read(200 + Math.random() * 8_000)) === 'killed') killed += 1;
    // The reader was faster than the writers.
    else if (isLast) sent.push(...(await store(account, formOf(killed), 20)));
    await pause(5);
  }
  await written;
  expect(await reader.read()).toBe('all');

  const { changes } = reader.kept;
  expect(new Set(changes.map(({ cursor }) => cursor)).size).toBe(changes.length);
  expect([...new Set(changes.map(({ submissionId }) => submissionId))].toSorted()).toEqual(sent.toSorted());
  // Submissions that were recorded after the first page have positions, and come once.
  const { rows } = await pool.query<{ id: string }>(
    `select unnest(ids) as id from changes where user_id = $1 and first_position > 60 order by first_position`,
    [user.id],
  );
  expect(changes.slice(-rows.length).map(({ submissionId }) => submissionId)).toEqual(rows.map(({ id }) => id));
});
