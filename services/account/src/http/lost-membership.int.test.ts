import type { Form, Person } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf } from '#account-of.test-setup.ts';
import { upkeep } from '#background-work.ts';
import { setUpTotp } from '#identity/factors/factors.test-setup.ts';
import { openExport, storeMany } from '#inbox/export/export.test-setup.ts';
import { type Following, follow, startLive } from '#inbox/live/live.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let member: Person;
let form: Form;
let ownersToken: string;
let theirs: string;

beforeAll(async () => {
  account = await startTestAccount();
  await startLive(account);
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  owner = await accountOf(account);
  form = await buildForm(prisma, { userId: owner.id });
  member = await buildMember(prisma, owner.id, { role: 'editor' });
  [ownersToken, theirs] = [await account.signIn(owner), await account.signIn(member)];
});

const path = () => `/api/v1/workspaces/${owner.id}`;
const change = (body: object) => account.call(`PATCH ${path()}/members/${member.id}`, { token: ownersToken, body });

/** The exports of the workspace that hold one of its three slots. */
function exportsOpen(): number {
  const free: (() => void)[] = [];
  try {
    for (;;) free.push(account.deps.exportShare.slots.take(owner.id));
  } catch {
    return 3 - free.length;
  } finally {
    for (const leave of free) leave();
  }
}

/** Has the workspace require a second factor, which its owner has. */
async function requireFactor() {
  await setUpTotp(account, ownersToken);
  return account.call(`PATCH ${path()}`, { token: ownersToken, body: { requireSecondFactor: true } });
}

const losses: Readonly<Record<string, () => ReturnType<TestAccount['call']>>> = {
  'an owner removes the member': () => account.call(`DELETE ${path()}/members/${member.id}`, { token: ownersToken }),
  'the member leaves': () => account.call(`DELETE ${path()}/members/${member.id}`, { token: theirs }),
  'the member does not see the form any more': () => change({ formIds: [] }),
  'the member deletes the own account': () => account.call('DELETE /api/v1/me', { token: theirs, body: {} }),
  'the workspace begins to require a second factor': requireFactor,
  'the member takes the second factor off that the workspace requires': async () => {
    await setUpTotp(account, theirs);
    expect((await requireFactor()).status).toBe(200);
    return account.call('DELETE /api/v1/me/totp', { token: theirs });
  },
  'the workspace is deleted': () => account.call(`DELETE ${path()}`, { token: ownersToken }),
};

describe.each(Object.entries(losses))('when %s', (_what, lose) => {
  it('a stream of the member ends, and others go on', async () => {
    const [lost, kept]: Following[] = await Promise.all(
      [theirs, ownersToken].map((token) => follow(account, form.id, { token })),
    );
    if (!lost || !kept) throw new Error('no streams');
    onTestFinished(kept.leave);
    await waitUntil(() => lost.totals().length === 1 && kept.totals().length === 1);
    expect((await lose()).status).toBeLessThan(300);
    await waitUntil(lost.hasEnded, { what: 'the stream to end' });
    expect(lost.answer.complete).toBe(true);
    const isLeft = (await account.deps.database.prisma.form.count({ where: { id: form.id } })) === 1;
    if (isLeft) expect(kept.hasEnded()).toBe(false);
  });
});

it('looks at the streams often enough to end them within a second', () => {
  expect(upkeep.liveAccess.everyMs).toBeLessThanOrEqual(500);
});

describe.each(Object.entries({ ...losses, 'the member may only read': () => change({ role: 'viewer' }) }))(
  'when %s',
  (_what, lose) => {
    it('an export under way breaks off, and never looks whole', async () => {
      // Some 45 MB: far more than the buffers of a client that reads nothing.
      await storeMany(account, form.id, 3_000, { bytes: 15_000 });
      const [lost, kept] = [theirs, ownersToken].map((token) => openExport(account, form.id, token));
      if (!lost || !kept) throw new Error('no exports');
      onTestFinished(kept.leave);
      expect(await Promise.all([lost.head, kept.head])).toMatchObject([{ status: 200 }, { status: 200 }]);
      const answer = await lost.answer;
      expect(exportsOpen()).toBe(2);
      expect((await lose()).status).toBeLessThan(300);
      await waitUntil(() => exportsOpen() < 2, { what: 'the export to end' });
      await expect(lost.whole()).rejects.toThrow(/aborted|ECONNRESET/);
      expect(answer.complete).toBe(false);
    });
  },
);
