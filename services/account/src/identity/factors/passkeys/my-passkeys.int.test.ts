import { passkeyCreationSchema, passkeyListSchema, passkeysMax } from '@inlet/contracts/passkeys';
import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf } from '#account-of.test-setup.ts';
import { createAuthenticator } from '#identity/factors/authenticator.test-setup.ts';
import { addPasskey, registerPasskey, setUpTotp, testParty } from '#identity/factors/factors.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

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

const passkeys = () => account.deps.database.prisma.passkey;
const count = () => passkeys().count({ where: { personId: user.id } });
const remove = (id: string, asker = token) => account.call(`DELETE /api/v1/me/passkeys/${id}`, { token: asker });
const refused = { status: 403, body: { code: 'wrong_passkey' } };

async function list(asker = token) {
  return passkeyListSchema.strict().parse((await account.call('GET /api/v1/me/passkeys', { token: asker })).body)
    .passkeys;
}

describe('a new passkey', () => {
  it('is listed, noted and mailed, and brings recovery codes if it is the first second factor', async () => {
    const { authenticator, passkey } = await addPasskey(account, token);
    expect(passkey).toMatchObject({ name: 'Laptop', isUsable: true, lastUsedAt: null });
    expect(passkey.recoveryCodes).toHaveLength(10);
    expect((await addPasskey(account, token)).passkey.recoveryCodes).toBeNull();
    expect((await list()).map(({ id }) => id)[0]).toBe(passkey.id);
    expect(await passkeys().findUniqueOrThrow({ where: { id: passkey.id } })).toMatchObject({
      personId: user.id,
      credentialId: authenticator.credentialId,
      rpId: 'localhost',
      transports: ['internal'],
    });
    expect(await auditOf(account, user.id)).toEqual(['account.passkey_added', 'account.passkey_added']);
    const [mail] = await mailsTo(account, user.email);
    expect(mail?.subject).toBe('A passkey was added');
    expect(mail?.text).toContain('“Laptop”');
  });

  it('leaves the recovery codes of an authenticator app as they are', async () => {
    await setUpTotp(account, token);
    expect((await addPasskey(account, token)).passkey.recoveryCodes).toBeNull();
  });

  it('may be attested by itself', async () => {
    expect((await addPasskey(account, token, { format: 'packed' })).passkey.isUsable).toBe(true);
  });

  it('names the person by an id alone, and the passkeys that are there', async () => {
    const { authenticator } = await addPasskey(account, token);
    const options = passkeyCreationSchema.parse(
      (await account.call('POST /api/v1/me/passkeys/options', { token })).body,
    );
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(user.id.replaceAll('-', ''));
    expect(options.excludeCredentials).toEqual([
      { id: authenticator.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
  });

  it.each([
    ['of another website', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['that is the answer of a sign-in', { type: 'webauthn.get' }],
    ['with certificates, which nobody asked for', { format: 'certified' as const }],
    ['with the right certificate of a maker, which nobody asked for', { format: 'fido-u2f' as const }],
  ])('%s is refused', async (_what, lies) => {
    expect(await registerPasskey(account, token, createAuthenticator(testParty), lies)).toMatchObject(refused);
    expect(await count()).toBe(0);
  });

  it('is made once for a challenge, and by the person that asked', async () => {
    const authenticator = createAuthenticator(testParty);
    const options = passkeyCreationSchema.parse(
      (await account.call('POST /api/v1/me/passkeys/options', { token })).body,
    );
    const body = { passkey: authenticator.create(options) };
    const other = await account.signIn(await accountOf(account));
    expect((await account.call('POST /api/v1/me/passkeys', { token: other, body })).status).toBe(403);
    expect((await account.call('POST /api/v1/me/passkeys', { token, body })).status).toBe(403);
    const again = passkeyCreationSchema.parse((await account.call('POST /api/v1/me/passkeys/options', { token })).body);
    const twice = { passkey: authenticator.create(again) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => account.call('POST /api/v1/me/passkeys', { token, body: twice })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    expect(answers.find(({ status }) => status === 201)?.body).toMatchObject({ name: 'Passkey' });
  });

  it('belongs to one person', async () => {
    const { authenticator } = await addPasskey(account, token);
    const other = await account.signIn(await accountOf(account));
    const answer = await registerPasskey(account, other, authenticator);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'passkey_taken' }]);
    expect(await list(other)).toEqual([]);
  });

  it('is one of twenty at the most, also when several come at once', async () => {
    const { authenticator } = await addPasskey(account, token);
    const {
      id: _id,
      credentialId: _known,
      ...row
    } = await passkeys().findUniqueOrThrow({
      where: { credentialId: authenticator.credentialId },
    });
    const missing = passkeysMax - 2;
    await passkeys().createMany({
      data: Array.from({ length: missing }, (_, at) => ({
        ...row,
        id: crypto.randomUUID(),
        credentialId: `${user.id}${at}`,
      })),
    });
    const bodies: object[] = [];
    for (let i = 0; i < 3; i += 1) {
      const asked = await account.call('POST /api/v1/me/passkeys/options', { token });
      bodies.push({ passkey: createAuthenticator(testParty).create(passkeyCreationSchema.parse(asked.body)) });
    }
    const answers = await Promise.all(bodies.map((body) => account.call('POST /api/v1/me/passkeys', { token, body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403]);
    const options = await account.call('POST /api/v1/me/passkeys/options', { token });
    expect([options.status, options.body]).toMatchObject([403, { code: 'passkey_limit_reached' }]);
  });
});

describe('a passkey of another host name', () => {
  it('is listed as one that does not work here', async () => {
    const { passkey } = await addPasskey(account, token);
    await passkeys().update({ where: { id: passkey.id }, data: { rpId: 'old.example' } });
    expect((await list())[0]).toMatchObject({ id: passkey.id, isUsable: false });
  });
});

describe('the deletion of a passkey', () => {
  it('is noted and mailed, and takes the recovery codes along with the last second factor', async () => {
    const [first, second] = [await addPasskey(account, token), await addPasskey(account, token)];
    const codes = () => account.deps.database.prisma.recoveryCode.count({ where: { personId: user.id } });
    expect((await remove(first.passkey.id)).status).toBe(204);
    expect(await codes()).toBe(10);
    expect((await remove(second.passkey.id.toUpperCase())).status).toBe(204);
    expect(await codes()).toBe(0);
    expect(await list()).toEqual([]);
    expect((await auditOf(account, user.id)).slice(2)).toEqual(['account.passkey_removed', 'account.passkey_removed']);
    expect((await mailsTo(account, user.email)).at(-1)?.subject).toBe('A passkey was removed');
  });

  it('is refused for somebody else’s, as for one that never was', async () => {
    const { passkey } = await addPasskey(account, token);
    const other = await account.signIn(await accountOf(account));
    for (const [id, asker] of [
      [passkey.id, other],
      [crypto.randomUUID(), token],
      ['x', token],
    ] as const) {
      const answer = await remove(id, asker);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'passkey_not_found' }]);
    }
    expect(await count()).toBe(1);
  });

  it('is refused if nothing else would let the person in', async () => {
    const { passkey } = await addPasskey(account, token);
    const { prisma } = account.deps.database;
    await prisma.person.update({ where: { id: user.id }, data: { passwordHash: null } });
    expect(await remove(passkey.id)).toMatchObject({ status: 409, body: { code: 'last_way_in' } });
    const identity = { issuer: 'https://id.example', subject: user.id, personId: user.id };
    await prisma.identity.create({ data: identity });
    expect((await remove(passkey.id)).status).toBe(204);
  });
});

describe('the domain of passkeys', () => {
  it('is the setting, whatever a request says', async () => {
    const parent = await startTestAccount({ PUBLIC_URL: 'https://forms.example.com', PASSKEY_DOMAIN: 'example.com' });
    try {
      const asker = await parent.signIn(await accountOf(parent));
      const headers = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
      const options = await parent.call('POST /api/v1/me/passkeys/options', { token: asker, headers });
      expect(options.body).toMatchObject({ rp: { id: 'example.com' } });
      const authenticator = createAuthenticator({ origin: 'https://forms.example.com', rpId: 'example.com' });
      expect((await registerPasskey(parent, asker, authenticator)).status).toBe(201);
      const signIn = await parent.call('POST /api/auth/passkey/options', { body: {} });
      expect(signIn.body).toMatchObject({ rpId: 'example.com' });
    } finally {
      await parent.close();
    }
  });
});
