import { randomBytes } from 'node:crypto';
import type { User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import {
  addPasskey,
  beginSignIn,
  codeOf,
  finish,
  letStepsPass,
  passkeyOptions,
  setUpTotp,
  signInWithPassword,
} from '#identity/factors/factors.test-setup.ts';
import { mailsTo, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
let user: User & { email: string };
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = (await accountOf(account)) as typeof user;
  token = await account.signIn(user);
});
afterAll(() => account.close());

const sessions = () => account.deps.database.prisma.session.count({ where: { personId: user.id } });
const expired = { status: 401, body: { code: 'sign_in_expired' } };
const refused = { status: 401, body: { code: 'invalid_second_factor' } };
const wrongCode = (secret: string) => {
  const right = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ['000000', '000001', '000002', '000003', '000004'].find((code) => !right.includes(code)) ?? '';
};

describe('a right password', () => {
  it('opens a session where no second factor is set', async () => {
    expect((await signInWithPassword(account, user)).body).toHaveProperty('access_token');
  });

  it('opens no session where one is set, and gives no cookie', async () => {
    await setUpTotp(account, token);
    const before = await sessions();
    const answer = await account.call('POST /api/auth/sign-in', {
      body: { email: user.email, password: testPassword },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      secondFactor: { token: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recoveryCode'] },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await sessions()).toBe(before);
  });

  it('names the methods that the person has', async () => {
    const { authenticator } = await addPasskey(account, token);
    expect((await beginSignIn(account, user)).methods).toEqual(['passkey', 'recoveryCode']);
    const { prisma } = account.deps.database;
    await prisma.passkey.update({ where: { credentialId: authenticator.credentialId }, data: { rpId: 'old.example' } });
    expect((await beginSignIn(account, user)).methods).toEqual(['recoveryCode']);
    await prisma.recoveryCode.deleteMany({ where: { personId: user.id } });
    expect((await beginSignIn(account, user)).methods).toEqual([]);
  });
});

describe('a code of the authenticator app', () => {
  it('opens the session', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const answer = await finish(account, { token: started.token, code: codeOf(secret, 1) });
    expect(answer.status).toBe(200);
    const session = answer.body as { access_token: string; refresh_token: string; user: { id: string } };
    expect(session.user.id).toBe(user.id);
    expect((await account.call('GET /api/v1/me', { token: session.access_token })).status).toBe(200);
    const events = await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
    expect(events.find(({ action }) => action === 'account.signed_in')?.details).toEqual({ secondFactor: 'totp' });
  });

  it('gives a browser the cookie', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const answer = await finish(account, { token: started.token, code: codeOf(secret, 1), transport: 'cookie' });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=/);
    expect(answer.body).not.toHaveProperty('refresh_token');
  });

  it('that confirmed the set-up works no second time', async () => {
    const { code } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    expect(await finish(account, { token: started.token, code })).toMatchObject(refused);
  });

  it('works once, in other sign-ins as well, and no code before it works any more', async () => {
    const { secret } = await setUpTotp(account, token);
    await letStepsPass(account, user.id);
    const [next, now] = [codeOf(secret, 1), codeOf(secret)];
    const starts = [
      await beginSignIn(account, user),
      await beginSignIn(account, user),
      await beginSignIn(account, user),
    ];
    const statuses = [];
    for (const [at, code] of [next, next, now].entries()) {
      statuses.push((await finish(account, { token: starts[at]?.token, code })).status);
    }
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('works once for eight who bring it at the same moment', async () => {
    const { secret } = await setUpTotp(account, token);
    const starts = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(account, user)));
    const before = await sessions();
    const code = codeOf(secret, 1);
    const answers = await Promise.all(starts.map((started) => finish(account, { token: started.token, code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
    expect(await sessions()).toBe(before + 1);
  });
});

/** Has work begin while the rows of a person in a table are held, until so many statements wait for them. */
async function whileHeld<T>(table: 'totps' | 'recovery_codes', waiting: number, begin: () => Promise<T>): Promise<T> {
  const { pool } = account.deps.database;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select from ${table} where person_id = $1 for update`, [user.id]);
    const work = begin();
    const countWaiting = async () => {
      const text = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await pool.query<{ n: number }>(text)).rows[0]?.n ?? 0;
    };
    await waitUntil(async () => (await countWaiting()) >= waiting, { what: 'statements that wait for the rows' });
    await holder.query('commit');
    return await work;
  } finally {
    holder.release(true);
  }
}

describe('a code that two bring at the same moment, who have both read that it is new', () => {
  it('of the authenticator app opens one session', async () => {
    const { secret } = await setUpTotp(account, token);
    const starts = [await beginSignIn(account, user), await beginSignIn(account, user)];
    const code = codeOf(secret, 1);
    const answers = await whileHeld('totps', 2, () =>
      Promise.all(starts.map((started) => finish(account, { token: started.token, code }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('for recovery opens one session', async () => {
    const { recoveryCodes } = await setUpTotp(account, token);
    const starts = [await beginSignIn(account, user), await beginSignIn(account, user)];
    const answers = await whileHeld('recovery_codes', 2, () =>
      Promise.all(starts.map(({ token: step }) => finish(account, { token: step, recoveryCode: recoveryCodes[0] }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});

describe('a recovery code', () => {
  it('works once, is noted, and is mailed with what is left', async () => {
    const { recoveryCodes } = await setUpTotp(account, token);
    const [recoveryCode = ''] = recoveryCodes;
    const first = await beginSignIn(account, user);
    expect((await finish(account, { token: first.token, recoveryCode: recoveryCode.toUpperCase() })).status).toBe(200);
    const second = await beginSignIn(account, user);
    expect(await finish(account, { token: second.token, recoveryCode })).toMatchObject(refused);
    expect(await auditOf(account, user.id)).toEqual([
      'account.totp_on',
      'account.recovery_code_used',
      'account.signed_in',
      'account.sign_in_failed',
    ]);
    const [, mail] = await mailsTo(account, user.email);
    expect(mail?.subject).toBe('A recovery code was used');
    expect(mail?.text).toContain('9 codes are left');
  });

  it('works once for eight who bring it at the same moment', async () => {
    const { recoveryCodes } = await setUpTotp(account, token);
    const starts = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(account, user)));
    const answers = await Promise.all(
      starts.map((started) => finish(account, { token: started.token, recoveryCode: recoveryCodes[3] })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
    expect(await account.deps.database.prisma.recoveryCode.count({ where: { personId: user.id } })).toBe(9);
  });

  it('of another person is refused', async () => {
    await setUpTotp(account, token);
    const other = await accountOf(account);
    const { recoveryCodes } = await setUpTotp(account, await account.signIn(other));
    const started = await beginSignIn(account, user);
    expect(await finish(account, { token: started.token, recoveryCode: recoveryCodes[0] })).toMatchObject(refused);
    expect(await account.deps.database.prisma.recoveryCode.count({ where: { personId: other.id } })).toBe(10);
  });
});

describe('a passkey as the second step', () => {
  it('opens the session, also one that verifies nobody', async () => {
    const { authenticator } = await addPasskey(account, token);
    const started = await beginSignIn(account, user);
    const options = await passkeyOptions(account, { token: started.token });
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
    });
    const passkey = authenticator.get(options, { isVerified: false });
    expect((await finish(account, { token: started.token, passkey })).status).toBe(200);
    expect((await finish(account, { token: started.token, passkey })).status).toBe(401);
  });

  it('of another person is refused', async () => {
    await addPasskey(account, token);
    const other = await accountOf(account);
    const { authenticator } = await addPasskey(account, await account.signIn(other));
    const started = await beginSignIn(account, user);
    for (const asked of [{ token: started.token }, {}]) {
      const passkey = authenticator.get(await passkeyOptions(account, asked));
      expect(await finish(account, { token: started.token, passkey })).toMatchObject(refused);
    }
  });

  it('has options for nobody without a token that lives', async () => {
    const answer = await account.call('POST /api/auth/passkey/options', { body: { token: 'x'.repeat(43) } });
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'sign_in_expired' }]);
  });
});

describe('the token of the first step', () => {
  it('is over after five wrong codes, also when they come at once', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const code = wrongCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => finish(account, { token: started.token, code })),
    );
    const codes = answers.map(({ body }) => (body as { code: string }).code);
    expect(codes.filter((one) => one === 'invalid_second_factor')).toHaveLength(5);
    expect(codes.filter((one) => one === 'sign_in_expired')).toHaveLength(7);
    expect(await finish(account, { token: started.token, code: codeOf(secret, 1) })).toMatchObject(expired);
    const again = await beginSignIn(account, user);
    expect((await finish(account, { token: again.token, code: codeOf(secret, 1) })).status).toBe(200);
    const failures = (await auditOf(account, user.id)).filter((action) => action === 'account.sign_in_failed');
    expect(failures).toHaveLength(5);
  });

  it('takes a right code at the fifth attempt', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    for (let i = 0; i < 4; i += 1) await finish(account, { token: started.token, code: wrongCode(secret) });
    expect((await finish(account, { token: started.token, code: codeOf(secret, 1) })).status).toBe(200);
  });

  it('lives for five minutes', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const { prisma } = account.deps.database;
    const [step] = await prisma.signInStep.findMany({ where: { personId: user.id } });
    const lifeMs = (step?.expiresAt.getTime() ?? 0) - (step?.createdAt.getTime() ?? 0);
    expect(Math.abs(lifeMs - 300_000)).toBeLessThan(5_000);
    await prisma.signInStep.updateMany({ where: { personId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await finish(account, { token: started.token, code: codeOf(secret, 1) })).toMatchObject(expired);
  });

  it('opens one session, however many right proofs come at once', async () => {
    const { secret, recoveryCodes } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const before = await sessions();
    const [a, b, c] = recoveryCodes;
    const proofs = [{ code: codeOf(secret, 1) }, { recoveryCode: a }, { recoveryCode: b }, { recoveryCode: c }];
    const answers = await Promise.all(proofs.map((proof) => finish(account, { token: started.token, ...proof })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
  });

  it('is over when the password changes', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    await account.call('POST /api/auth/change-password', {
      token,
      body: { currentPassword: testPassword, newPassword: 'another long one' },
    });
    expect(await finish(account, { token: started.token, code: codeOf(secret, 1) })).toMatchObject(expired);
  });

  it('is none that anybody made up, and no session', async () => {
    const { secret } = await setUpTotp(account, token);
    const started = await beginSignIn(account, user);
    const bad = [randomBytes(32).toString('base64url'), token, `${started.token}x`];
    for (const one of bad)
      expect((await finish(account, { token: one.slice(0, 200), code: codeOf(secret, 1) })).status).toBe(401);
    expect((await account.call('GET /api/v1/me', { token: started.token })).status).toBe(401);
  });

  it.each([{}, { code: '1', recoveryCode: '2' }, { code: '' }, { code: 7 }, { passkey: {} }])(
    'goes with exactly one proof, and not with %j',
    async (proof) => {
      const answer = await finish(account, { token: 'x', ...proof });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input' }]);
    },
  );
});

describe('a new password by mail', () => {
  it('does not skip the second step', async () => {
    const { secret } = await setUpTotp(account, token);
    await account.call('POST /api/auth/forgot-password', { body: { email: user.email } });
    const mails = await mailsTo(account, user.email);
    const mail = mails.find(({ subject }) => subject === 'Choose a new password');
    const link = mail && tokenIn(mail);
    const reset = { token: link, password: 'a quite new password' };
    const answer = await account.call('POST /api/auth/reset-password', { body: reset });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const signedIn = await signInWithPassword(account, user, reset.password);
    const started = (signedIn.body as { secondFactor: { token: string } }).secondFactor;
    expect((await finish(account, { token: started.token, code: codeOf(secret, 1) })).status).toBe(200);
  });
});

describe('the confirmation of a session', () => {
  const confirm = (body: object) => account.call('POST /api/auth/confirm', { token, body });
  const isConfirmed = async () =>
    (await account.deps.database.prisma.session.findFirstOrThrow({ where: { personId: user.id } })).confirmedAt !==
    null;

  it('takes the password, as it did before there were second factors', async () => {
    await setUpTotp(account, token);
    expect((await confirm({ password: testPassword })).status).toBe(204);
    expect(await isConfirmed()).toBe(true);
  });

  it('takes a code, once', async () => {
    const { secret } = await setUpTotp(account, token);
    expect((await confirm({ code: codeOf(secret, 1) })).status).toBe(204);
    expect(await isConfirmed()).toBe(true);
    expect(await confirm({ code: codeOf(secret, 1) })).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
  });

  it('takes a passkey of its person that has verified the person', async () => {
    const { authenticator } = await addPasskey(account, token);
    const weak = authenticator.get(await passkeyOptions(account), { isVerified: false });
    expect(await confirm({ passkey: weak })).toMatchObject({ status: 403, body: { code: 'wrong_passkey' } });
    const other = await accountOf(account);
    const theirs = await addPasskey(account, await account.signIn(other));
    const foreign = theirs.authenticator.get(await passkeyOptions(account));
    expect(await confirm({ passkey: foreign })).toMatchObject({ status: 403, body: { code: 'wrong_passkey' } });
    expect(await isConfirmed()).toBe(false);
    expect((await confirm({ passkey: authenticator.get(await passkeyOptions(account)) })).status).toBe(204);
    expect(await isConfirmed()).toBe(true);
  });

  it('takes a code of nobody without an app', async () => {
    expect((await confirm({ code: '000000' })).status).toBe(403);
    expect((await confirm({})).status).toBe(422);
  });
});
