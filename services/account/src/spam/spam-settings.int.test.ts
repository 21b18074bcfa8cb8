import { formEntrySchema } from '@inlet/contracts/form-directory';
import { spamContext } from '@inlet/contracts/spam-secrets';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});

const read = () => account.call(`GET /api/v1/forms/${form.id}/spam`, { token });
const change = (body: unknown) => account.call(`PATCH /api/v1/forms/${form.id}/spam`, { token, body });
const row = () => account.deps.database.prisma.spamSettings.findUnique({ where: { formId: form.id } });
const secretsOf = async () => {
  const sealed = (await row())?.sealed;
  return sealed ? JSON.parse(account.deps.sealing.open(sealed, spamContext(form.id))) : null;
};
const entryOf = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? ''));

const untouched = {
  threshold: 0.99,
  blockList: [],
  captcha: null,
  akismet: false,
  learned: { spam: 0, good: 0, isActive: false },
};

describe('the settings for spam', () => {
  it('of a new form are the usual ones, and have no row', async () => {
    const answer = await read();
    expect([answer.status, answer.body, await row()]).toEqual([200, untouched, null]);
  });

  it('change in the fields that are sent, and the directory has the change before the answer', async () => {
    expect((await change({ threshold: 0.95 })).body).toEqual({ ...untouched, threshold: 0.95 });
    const first = await entryOf();
    expect(first.spam).toMatchObject({ captcha: null, akismet: false });
    const answer = await change({ blockList: [' Casino ', 'casino', 'spam.example'] });
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...untouched, threshold: 0.95, blockList: ['casino', 'spam.example'] },
    ]);
    expect((await read()).body).toEqual(answer.body);
    expect((await entryOf()).spam?.version).toBeGreaterThan(first.spam?.version ?? Number.NaN);
  });

  it('keep keys sealed, and never say them', async () => {
    const captcha = { provider: 'turnstile', secret: 'a-secret-of-turnstile' };
    const akismet = { key: 'a-key-of-akismet', site: 'https://example.com' };
    await change({ captcha });
    const answer = await change({ akismet });
    expect(answer.body).toMatchObject({ captcha: 'turnstile', akismet: true });
    expect(JSON.stringify([answer.body, (await read()).body])).not.toMatch(/a-secret|a-key/);
    expect(await secretsOf()).toEqual({ captcha: captcha.secret, akismet });
    expect(Buffer.from((await row())?.sealed ?? []).includes('a-secret')).toBe(false);
    expect((await entryOf()).spam).toMatchObject({ captcha: 'turnstile', akismet: true });

    expect((await change({ captcha: null })).body).toMatchObject({ captcha: null, akismet: true });
    expect(await secretsOf()).toEqual({ akismet });
    await change({ akismet: null });
    expect(await row()).toMatchObject({ captcha: null, akismet: false, sealed: null });
  });

  it('are in the audit trail without the keys', async () => {
    await change({ captcha: { provider: 'hcaptcha', secret: 'a-secret-of-hcaptcha' } });
    const [event] = await account.deps.database.prisma.auditEvent.findMany({
      where: { userId: user.id, action: 'form.spam_settings_changed' },
    });
    expect(event?.details).toEqual({ formId: form.id, name: form.name, fields: ['captcha'] });
  });

  it.each([
    [{ threshold: 0.4 }, 'threshold'],
    [{ threshold: 1.1 }, 'threshold'],
    [{ blockList: ['x'] }, 'blockList.0'],
    [{ blockList: Array.from({ length: 501 }, (_, n) => `word${n}`) }, 'blockList'],
    [{ captcha: { provider: 'other', secret: 'long enough' } }, 'captcha.provider'],
    [{ captcha: { provider: 'turnstile', secret: 'short' } }, 'captcha.secret'],
    [{ akismet: { key: 'long enough', site: 'javascript:alert(1)' } }, 'akismet.site'],
  ])('refuse %j', async (body, field) => {
    const answer = await change(body);
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ field }] } });
    expect(await row()).toBeNull();
  });

  it('of another account’s form are not found', async () => {
    const stranger = await account.signIn(await buildUser(account.deps.database.prisma));
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { threshold: 0.9 } : undefined;
      const answer = await account.call(`${method} /api/v1/forms/${form.id}/spam`, { token: stranger, body });
      expect(answer.status).toBe(404);
    }
  });
});
