import { formEntrySchema } from '@inlet/contracts/form-directory';
import { formSchema } from '@inlet/contracts/forms';
import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});

const { allowedOrigins } = newForm;
const create = (body: unknown) => account.call('POST /api/v1/forms', { token, body });
const formsOf = ({ id }: User) => account.deps.database.prisma.form.findMany({ where: { userId: id } });

describe('creating a form', () => {
  it('returns the form as it can be read from then on', async () => {
    const answer = await create({
      name: '  Contact ',
      description: ' Questions ',
      allowedOrigins: ['https://example.com'],
    });
    expect(answer.status).toBe(201);
    const form = formSchema.strict().parse(answer.body);
    expect(form).toMatchObject({
      userId: user.id,
      name: 'Contact',
      description: 'Questions',
      allowedOrigins: ['https://example.com'],
      isActive: true,
      submissionCount: 0,
      lastSubmissionAt: null,
    });
    expect(form.endpointId).toMatch(/^[0-9a-z]{12}$/);
    expect(form.endpointUrl).toBe(`http://localhost:8080/api/forms/${form.endpointId}`);
    expect((await account.call(`GET /api/v1/forms/${form.id}`, { token })).body).toEqual(form);
  });

  it('needs no description', async () => {
    const form = formSchema.parse((await create({ ...newForm, description: '  ' })).body);
    expect(form.description).toBeNull();
  });

  it('has the entry in Redis by the time it responds', async () => {
    const form = formSchema.parse((await create({ name: 'Contact', allowedOrigins: ['localhost:3000'] })).body);
    const text = await account.deps.redis.get(account.keys.form(form.endpointId));
    expect(formEntrySchema.strict().parse(JSON.parse(text ?? ''))).toEqual({
      id: form.id,
      userId: user.id,
      name: 'Contact',
      isActive: true,
      allowedOrigins: ['localhost:3000'],
      submissionLimit: 5_000,
      byteLimit: 5_000_000_000,
      bodyMaxBytes: null,
    });
  });

  it('stores origins in one spelling, each once, and leaves blank ones out', async () => {
    const allowedOrigins = ['https://Example.com/', ' https://example.com ', '', '  ', 'HTTPS://*.Bücher.example'];
    const form = formSchema.parse((await create({ name: 'Contact', allowedOrigins })).body);
    expect(form.allowedOrigins).toEqual(['https://example.com', 'https://*.xn--bcher-kva.example']);
  });

  it.each([
    ['name', { allowedOrigins }, 'Form name is required'],
    ['name', { name: ' \t ', allowedOrigins }, 'Form name is required'],
    ['name', { name: 7, allowedOrigins }, 'Form name is required'],
    ['name', { name: 'x'.repeat(101), allowedOrigins }, 'Form name must have at most 100 characters'],
    ['description', { ...newForm, description: 'x'.repeat(501) }, 'Description must have at most 500 characters'],
    ['allowedOrigins', { name: 'Contact' }, 'At least one origin is required'],
    ['allowedOrigins', { name: 'Contact', allowedOrigins: null }, 'At least one origin is required'],
    ['allowedOrigins', withOrigins(), 'At least one origin is required'],
    ['allowedOrigins', withOrigins('', '  '), 'At least one origin is required'],
    ['allowedOrigins.1', withOrigins('https://a.example', 'http://b.example'), 'Origin must start with https://'],
    ['allowedOrigins.0', withOrigins('example.com'), 'Origin must start with https://'],
    ['allowedOrigins.0', withOrigins('https://example.com/path'), 'Origin must start with https://'],
  ])('refuses a wrong %s and names it', async (field, body, message) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: message, code: 'invalid_input', issues: [{ field, message }] });
    expect(await formsOf(user)).toEqual([]);
  });

  it('takes nothing from the body that is not the owner’s to choose', async () => {
    const stranger = await buildUser(account.deps.database.prisma);
    const extra = { userId: stranger.id, endpointId: 'aaaaaaaaaaaa', isActive: false, id: stranger.id };
    const form = formSchema.parse((await create({ ...newForm, ...extra })).body);
    expect(form).toMatchObject({ userId: user.id, isActive: true });
    expect([form.id, form.endpointId]).not.toContain(extra.id);
    expect(form.endpointId).not.toBe(extra.endpointId);
  });
});

describe('the limit of forms', () => {
  it.each([
    ['starter', 5],
    ['no longer sold', 1],
    ['free', 5],
    ['early_pro', 20],
  ])('of the plan %j holds exactly while twenty-four are created at once', async (plan, limit) => {
    const owner = await buildUser(account.deps.database.prisma, { plan });
    const ownToken = await account.signIn(owner);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        account.call('POST /api/v1/forms', { token: ownToken, body: { ...newForm, name: `Form ${n}` } }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(24 - limit);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        403,
        {
          error: `You've reached your form limit (${limit}). Upgrade your plan to create more forms.`,
          code: 'form_limit_reached',
        },
      ]);
    }
    expect(await formsOf(owner)).toHaveLength(limit);
  });

  it('has room again when a form is gone', async () => {
    const owner = await buildUser(account.deps.database.prisma, { plan: 'no longer sold' });
    const ownToken = await account.signIn(owner);
    const createOwn = () => account.call('POST /api/v1/forms', { token: ownToken, body: newForm });
    expect((await createOwn()).status).toBe(201);
    expect((await createOwn()).status).toBe(403);
    await account.deps.database.prisma.form.deleteMany({ where: { userId: owner.id } });
    expect((await createOwn()).status).toBe(201);
  });
});

function withOrigins(...allowedOrigins: string[]) {
  return { name: 'Contact', allowedOrigins };
}
