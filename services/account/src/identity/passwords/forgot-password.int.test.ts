import { openRedis } from '@inlet/redis/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { lockTable } from '#lock-table.test-setup.ts';
import { mailsTo, newestMail, readMails, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const forgot = (email: string, asked = account) => asked.call('POST /api/auth/forgot-password', { body: { email } });
const reset = (token: string, password = 'a new password') =>
  account.call('POST /api/auth/reset-password', { body: { token, password } });

describe('a forgotten password', () => {
  it('gets a link in the mail', async () => {
    const { email } = await accountOf(account);
    const answer = await forgot(` ${email.toUpperCase()} `);
    expect([answer.status, answer.text]).toEqual([202, '']);
    const mail = await newestMail(account, email);
    expect(mail.subject).toBe('Choose a new password');
    expect(mail.text).toContain(`http://localhost:8080/auth?mode=reset&token=${tokenIn(mail)}\n`);
    expect(mail.html).toContain(`href="http://localhost:8080/auth?mode=reset&amp;token=${tokenIn(mail)}"`);
    expect((await reset(tokenIn(mail))).status).toBe(204);
  });

  it('is answered in the same way, and before anything is looked up, whether or not the address is known', async () => {
    const { email } = await accountOf(account);
    const unlock = await lockTable(account, 'users');
    const [known, unknown] = await Promise.all([forgot(email), forgot('nobody@example.com')]);
    await unlock();
    expect([known.status, known.text]).toEqual([202, '']);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    expect(await mailsTo(account, email)).toHaveLength(1);
    expect(await mailsTo(account, 'nobody@example.com')).toEqual([]);
  });

  it('has one link at a time: a newer one replaces the older', async () => {
    const { email } = await accountOf(account);
    await forgot(email);
    const older = tokenIn(await newestMail(account, email));
    await forgot(email);
    const newer = tokenIn(await newestMail(account, email));
    expect((await reset(older)).status).toBe(400);
    expect((await reset(newer)).status).toBe(204);
  });

  it('has one link also when several are asked for at once', async () => {
    const { id, email } = await accountOf(account);
    await Promise.all(Array.from({ length: 4 }, () => forgot(email)));
    await account.deps.background.idle();
    expect(await account.deps.database.prisma.mailToken.count({ where: { userId: id } })).toBe(1);
  });

  it('has a link of which only a hash is kept', async () => {
    const { id, email } = await accountOf(account);
    await forgot(email);
    const token = tokenIn(await newestMail(account, email));
    const stored = await account.deps.database.prisma.mailToken.findFirstOrThrow({ where: { userId: id } });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(Math.abs(stored.expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('changes nothing on its own: the old password stays valid', async () => {
    const { email } = await accountOf(account);
    await forgot(email);
    const body = { email, password: testPassword };
    expect((await account.call('POST /api/auth/sign-in', { body })).status).toBe(200);
  });

  it('is mailed even when the process ends meanwhile', async () => {
    const ending = await startTestAccount();
    const { email } = await accountOf(ending);
    const unlock = await lockTable(ending, 'users');
    const redis = openRedis({
      role: 'consumer',
      url: ending.env.REDIS_URL ?? '',
      name: 'test',
      logger: ending.deps.logger,
    });
    expect((await forgot(email, ending)).status).toBe(202);
    const closing = ending.deps.lifecycle.close('the process ends');
    await unlock();
    expect(await closing).toBe(0);
    expect(await readMails(redis, ending, email)).toHaveLength(1);
    redis.disconnect();
    await ending.close();
  });
});
