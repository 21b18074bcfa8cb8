import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appConfigSchema } from '@inlet/contracts/app-config';
import { planLimits } from '@inlet/contracts/plans';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { inviteOnce } from '#identity/invitations/invite.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo } from '#mailbox.test-setup.ts';
import { ensureWaitlist } from '#users/waitlist/system-account.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount({ SIGN_UP: 'invite' });
});
afterAll(() => account.close());

const readConfig = async () => appConfigSchema.parse((await account.call('GET /api/config')).body);

describe('the waitlist', () => {
  it('is made once, belongs to nobody who could sign in, and is told to everybody', async () => {
    const { prisma } = account.deps.database;
    expect((await readConfig()).waitlistEndpointId).toBeNull();
    // An earlier account with a similar address gains nothing by it.
    const imposter = await buildUser(prisma, { email: 'system@inlet.invalid' });
    for (let n = 0; n < 3; n += 1) await ensureWaitlist(account.deps);
    const form = await prisma.form.findFirstOrThrow({ include: { user: true } });
    expect(await prisma.form.count()).toBe(1);
    expect(form.userId).not.toBe(imposter.id);
    expect(planLimits(form.user.plan).submissionsPerMonth).toBeGreaterThan(1_000_000);
    expect((await readConfig()).waitlistEndpointId).toBe(form.endpointId);
    const entry = await account.deps.redis.get(account.keys.form(form.endpointId));
    expect(JSON.parse(entry ?? '{}')).toMatchObject({
      isActive: true,
      submissionLimit: 100_000_000,
      bodyMaxBytes: 16_000,
    });
  });

  it('from before forms had a limit for their submissions gets one, and keeps another that was set', async () => {
    const { prisma } = account.deps.database;
    const { id, endpointId } = await prisma.form.findFirstOrThrow();
    const limitAfter = async (bodyMaxBytes: number | null) => {
      await prisma.form.update({ where: { id }, data: { bodyMaxBytes } });
      await ensureWaitlist(account.deps);
      return (await prisma.form.findUniqueOrThrow({ where: { id } })).bodyMaxBytes;
    };
    await account.deps.redis.del(account.keys.form(endpointId));
    expect(await limitAfter(null)).toBe(16_000);
    const entry = await account.deps.redis.get(account.keys.form(endpointId));
    expect(JSON.parse(entry ?? '{}')).toMatchObject({ bodyMaxBytes: 16_000 });
    expect(await limitAfter(500_000)).toBe(500_000);
    await limitAfter(null);
  });

  it('is invited from the longest waiting on, each address once', async () => {
    const { prisma } = account.deps.database;
    const { id: formId } = await prisma.form.findFirstOrThrow();
    const wait = (email: unknown, minutesAgo: number, isSpam = false) =>
      buildSubmission(prisma, {
        formId,
        isSpam,
        data: { email: email as string },
        createdAt: new Date(Date.now() - minutesAgo * 60_000),
      });
    await buildUser(prisma, { email: 'member@example.com', plan: 'early_pro' });
    const none = { plan: null, subscriptionStatus: 'inactive', stripeSubscriptionId: null };
    await buildUser(prisma, { email: 'second@example.com', ...none });
    await wait('second@example.com', 20);
    await wait(' First@Example.com ', 30);
    await wait('\tsecond@example.com\u00a0', 15);
    await wait('\nmember@example.com', 60);
    await wait('first@example.com', 10);
    await wait('member@example.com', 50);
    await wait('spam@example.com', 60, true);
    await wait('two words@example', 55);
    await wait(['a@example.com'], 54);
    await wait('third@example.com', 5);

    const first = await invite(['--next', '2']);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'first@example.com',
      'second@example.com',
      '',
    ]);
    expect((await invite(['--next', '5'])).stdout).toMatch(/^third@example\.com http\S+\n$/);
    expect((await invite(['--next', '5'])).stdout).toBe('Nobody is waiting\n');
  });
});

describe('two operators at once', () => {
  it('invite everybody who waits once, and each as many as was asked for', async () => {
    const { prisma } = account.deps.database;
    const { id: formId } = await prisma.form.findFirstOrThrow();
    const waiting = Array.from({ length: 12 }, (_, n) => `waiting${n}@example.com`);
    for (const email of waiting) await buildSubmission(prisma, { formId, data: { email } });
    const answers = await Promise.all([invite(['--next', '6']), invite(['--next', '6'])]);
    const invited = answers.map(({ stdout }) =>
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    );
    expect(invited.map(({ length }) => length)).toEqual([6, 6]);
    expect(invited.flat().toSorted()).toEqual(waiting.toSorted());
    for (const email of waiting) expect(await mailsTo(account, email)).toHaveLength(1);
  });

  it('do not both invite an address that both have found', async () => {
    const { deps } = account;
    const email = 'found-by-both@example.com';
    const links = await Promise.all(Array.from({ length: 8 }, () => inviteOnce(deps, email)));
    expect(links.filter((link) => link !== null)).toHaveLength(1);
    expect(await deps.database.prisma.invitation.count({ where: { email } })).toBe(1);
  });
});

describe('an invitation', () => {
  it('is mailed, lets its address sign up, and lets it buy what others wait for', async () => {
    const { stdout } = await invite(['ana@example.com']);
    const [address, link = ''] = stdout.trim().split(' ');
    expect(address).toBe('ana@example.com');
    const [mail] = await mailsTo(account, 'ana@example.com');
    expect(mail?.text).toContain(link);
    const body = {
      email: 'ana@example.com',
      password: 'correct horse',
      invite: new URL(link).searchParams.get('invite'),
    };
    const signedUp = await account.call('POST /api/auth/sign-up', { body });
    expect([signedUp.status, signedUp.body]).toMatchObject([201, { user: { isInvited: true } }]);
    const { access_token: token } = signedUp.body as { access_token: string };
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ isInvited: true });
    const again = await account.call('POST /api/auth/sign-up', { body: { ...body, email: 'bo@example.com' } });
    expect(again).toMatchObject({ status: 403, body: { code: 'invite_required' } });
  });

  it('is what somebody without one has not', async () => {
    const token = await account.signIn(await buildUser(account.deps.database.prisma));
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ isInvited: false });
  });

  it.each([[[]], [['--next']], [['--next', '0']], [['--next', '1.5']], [['no address']], [['a@example.com', 'b']]])(
    'is refused in one sentence for the words %j, and nothing is mailed',
    async (words) => {
      const before = await account.deps.database.prisma.invitation.count();
      const { code, stdout, stderr } = await invite(words);
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^invite: .+\n$/)]);
      expect(await account.deps.database.prisma.invitation.count()).toBe(before);
    },
  );

  it('that the queue does not take is mailed when it does', async () => {
    const other = await startTestAccount();
    onTestFinished(other.close);
    const { code } = await invite(['a@example.com'], { ...other.env, REDIS_URL: 'redis://127.0.0.1:9' });
    expect(code).toBe(0);
    expect(await mailsTo(other, 'a@example.com')).toEqual([]);
    await handOverMails(other.deps);
    expect(await mailsTo(other, 'a@example.com')).toHaveLength(1);
    expect(await other.deps.database.prisma.pendingMail.count()).toBe(0);
  });
});

async function invite(words: readonly string[], env = account.env) {
  const program = fileURLToPath(import.meta.resolve('#commands/invite.ts'));
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...words], { env })) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}
