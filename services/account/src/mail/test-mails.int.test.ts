import { type MailOutcome, mailCheckSchema, testMailSchema } from '@inlet/contracts/mail-check';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { readCheck } from '#mail/read-check.ts';
import { newestMail } from '#mailbox.test-setup.ts';

let account: TestAccount;
let token: string;
let email: string;

beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on', OPERATOR_EMAIL: 'Operator@example.com' });
});
afterAll(() => account.close());
beforeEach(async () => {
  ({ token, email } = await signedIn());
});

async function signedIn(emailVerifiedAt: Date | null = new Date(), address?: string) {
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma, address === undefined ? {} : { email: address });
  await prisma.person.update({ where: { id: user.id }, data: { emailVerifiedAt } });
  return { token: await account.signIn(user), email: user.email };
}
const send = () => account.call('POST /api/v1/mail/test', { token });
const read = async (id: string) =>
  testMailSchema.strict().parse((await account.call(`GET /api/v1/mail/test/${id}`, { token })).body);

/** Notes an outcome as the worker does. */
async function note(id: string, state: MailOutcome['state'], answer: string | null): Promise<void> {
  const outcome: MailOutcome = { state, answer, at: new Date().toISOString() };
  await account.deps.redis.set(account.keys.mailOutcome(id), JSON.stringify(outcome), 'EX', 60);
}

describe('a test mail', () => {
  it('goes to the own address on the way of all mails, and tells what became of it', async () => {
    const answer = await send();
    const { id } = answer.body as { id: string };
    expect(answer.status).toBe(202);
    expect(await newestMail(account, email)).toMatchObject({ subject: 'A test mail from Inlet', isTest: true });
    expect(await read(id)).toMatchObject({ id, state: 'queued', answer: null });
    await note(id, 'retrying', '451 later');
    expect(await read(id)).toMatchObject({ state: 'retrying', answer: '451 later' });
    await note(id, 'sent', '250 taken');
    expect(await read(id)).toMatchObject({ state: 'sent', answer: '250 taken' });
    const { suppression } = account.deps.database.prisma;
    await suppression.create({ data: { email, scope: 'all', reason: 'bounce', createdAt: new Date(0) } });
    expect(await read(id)).toMatchObject({ state: 'sent' });
    await suppression.updateMany({ where: { email }, data: { createdAt: new Date() } });
    expect(await read(id)).toMatchObject({ state: 'bounced', answer: null });
  });

  it('is known to its sender alone, for an hour', async () => {
    const { id } = (await send()).body as { id: string };
    expect(await account.deps.redis.ttl(account.keys.testMail(id))).toBeGreaterThan(3_000);
    ({ token } = await signedIn());
    for (const other of [id, 'none', crypto.randomUUID()]) {
      const answer = await account.call(`GET /api/v1/mail/test/${other}`, { token });
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'test_mail_not_found' }]);
    }
  });

  it('is refused to an address that nobody confirmed, and for the sixth time in an hour', async () => {
    ({ token, email } = await signedIn(null));
    expect((await send()).body).toMatchObject({ code: 'email_not_confirmed' });
    ({ token } = await signedIn());
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(202);
    const answer = await send();
    expect([answer.status, answer.body]).toMatchObject([429, { code: 'test_mail_limit_reached' }]);
    expect(answer.headers.get('retry-after')).toBe('3600');
  });
});

describe('the check of the sender', () => {
  const check = async () =>
    mailCheckSchema.strict().parse((await account.call('GET /api/v1/mail/check', { token })).body);
  const record = { name: '_dmarc.example.org', type: 'TXT' as const, value: 'v=DMARC1; p=none', replaces: null };
  const found = [
    { id: 'dmarc' as const, level: 'warning' as const, message: 'There is none', record },
    { id: 'tls' as const, level: 'unknown' as const, message: 'Nobody knows', record: null },
  ];
  const keep = (checks: unknown) =>
    account.deps.redis.set(
      account.keys.senderCheck,
      JSON.stringify({ checkedAt: new Date().toISOString(), sender: 'a@example.org', checks }),
    );

  it('is asked of a worker once, and its records are shown to the operator alone', async () => {
    await account.deps.redis.del(account.keys.senderCheck);
    expect(await check()).toMatchObject({ state: 'waiting', checks: null, level: null });
    await check();
    const queue = `${account.keys.queues}:mail`;
    const ids = await account.deps.redis.lrange(`${queue}:wait`, 0, -1);
    const names = await Promise.all(ids.map((id) => account.deps.redis.hget(`${queue}:${id}`, 'name')));
    expect(names.filter((name) => name === 'check-sender')).toHaveLength(1);

    await keep(found);
    const done = { state: 'done', level: 'warning', sender: 'a@example.org' };
    expect(await check()).toMatchObject({ ...done, checks: null });
    ({ token } = await signedIn(new Date(), 'operator@example.com'));
    expect(await check()).toMatchObject({ ...done, checks: found });
    await account.deps.database.prisma.person.updateMany({
      where: { email: 'operator@example.com' },
      data: { emailVerifiedAt: null },
    });
    expect(await check()).toMatchObject({ ...done, checks: null });
  });

  it('is shown to all who manage a workspace where nothing is sold and nobody signs up alone', async () => {
    await keep(found);
    const { deps } = account;
    const person = { email: 'ada@example.com', emailVerifiedAt: null };
    const seen = async (SIGN_UP: 'open' | 'invite', areSold: boolean) =>
      readCheck({ ...deps, config: { ...deps.config, SIGN_UP }, plans: { ...deps.plans, areSold } }, person);
    expect((await seen('invite', false)).checks).toEqual(found);
    expect((await seen('invite', true)).checks).toBeNull();
    expect((await seen('open', false)).checks).toBeNull();
    await keep(null);
    expect(await seen('invite', false)).toMatchObject({ state: 'local', checks: null, level: null });
  });
});
