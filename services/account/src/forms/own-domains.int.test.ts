import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
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

const create = (allowedOrigins: readonly string[]) =>
  account.call('POST /api/v1/forms', { token, body: { ...newForm, allowedOrigins } });
const update = ({ id }: Form, body: object) => account.call(`PATCH /api/v1/forms/${id}`, { token, body });
const forms = () => account.deps.database.prisma.form.findMany({ where: { userId: user.id } });

function refusalOf(origin: string, suffix: string) {
  const message = `${origin} would let strangers submit: anybody can have a name below ${suffix}. Use the name of your own website, such as https://*.example.${suffix}`;
  const issues = [{ field: 'allowedOrigins', message }];
  return { status: 422, body: { error: message, code: 'invalid_input', issues } };
}

describe('a wildcard', () => {
  it.each([
    ['https://*.co.uk', 'https://*.co.uk', 'co.uk'],
    [' HTTPS://*.CO.UK./ ', 'https://*.co.uk', 'co.uk'],
    ['https://*.co.uk:8443', 'https://*.co.uk:8443', 'co.uk'],
    ['https://*.anything.ck', 'https://*.anything.ck', 'anything.ck'],
    ['https://*.公司.cn', 'https://*.xn--55qx5d.cn', 'xn--55qx5d.cn'],
    ['https://*.github.io', 'https://*.github.io', 'github.io'],
    ['https://*.vercel.app', 'https://*.vercel.app', 'vercel.app'],
  ])('over names of strangers is refused: %s', async (entry, origin, suffix) => {
    expect(await create(['https://example.com', entry])).toMatchObject(refusalOf(origin, suffix));
    expect(await forms()).toEqual([]);
    const form = await buildForm(account.deps.database.prisma, { userId: user.id });
    expect(await update(form, { allowedOrigins: [entry] })).toMatchObject(refusalOf(origin, suffix));
    expect(await forms()).toEqual([form]);
  });

  it.each([
    'https://*.example.co.uk',
    'https://*.example.github.io',
    'https://*.www.ck',
    'https://*.intranet.example',
    'https://co.uk',
    'https://me.github.io',
  ])('over one’s own names is accepted, and so is a single name: %s', async (origin) => {
    expect(await create([origin])).toMatchObject({ status: 201, body: { allowedOrigins: [origin] } });
  });
});

it('a form that has such a wildcard from before keeps it until its list is changed', async () => {
  const allowedOrigins = ['https://*.co.uk', 'https://example.com'];
  const form = await buildForm(account.deps.database.prisma, { userId: user.id, allowedOrigins });
  expect((await update(form, { name: 'Renamed', allowedOrigins })).status).toBe(200);
  const added = [...allowedOrigins, 'https://example.org'];
  expect(await update(form, { allowedOrigins: added })).toMatchObject(refusalOf('https://*.co.uk', 'co.uk'));
  expect((await update(form, { allowedOrigins: ['https://example.org'] })).status).toBe(200);
});
