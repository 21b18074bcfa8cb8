import { formEntrySchema } from '@inlet/contracts/form-directory';
import type { Form } from '@inlet/db/client';
import { internalAuthorization } from '@inlet/http/internal-token';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

let account: TestAccount;
let form: Form;
let ownersToken: string;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  ownersToken = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id, isActive: false, allowedOrigins: ['https://example.com'] });
});
afterAll(() => account.close());

const ask = (
  endpointId: string,
  headers: Readonly<Record<string, string>> = internalAuthorization(testInternalToken),
) => account.call(`GET /internal/forms/${encodeURIComponent(endpointId)}`, { headers });

describe('/internal/forms', () => {
  it('returns the settings of a form to a service of the installation', async () => {
    const answer = await ask(form.endpointId);
    expect(answer.status).toBe(200);
    const { id, userId, name } = form;
    const expected = {
      id,
      userId,
      name,
      isActive: false,
      allowedOrigins: ['https://example.com'],
      submissionLimit: 5_000,
      byteLimit: 5_000_000_000,
      bodyMaxBytes: null,
    };
    expect(formEntrySchema.strict().parse(answer.body)).toEqual(expected);
  });

  it.each(['absent000000', '', 'x', '\0', 'abcdefabcde\0', "' or 1=1 --", 'x'.repeat(2_000)])(
    'knows no form called %j',
    async (endpointId) => {
      expect((await ask(endpointId)).status).toBe(404);
    },
  );

  it.each([
    ['nobody', () => ({})],
    ['who has another token', () => internalAuthorization(testInternalToken.replace('t', 'T'))],
    ['who has a part of the token', () => internalAuthorization(testInternalToken.slice(0, -1))],
    ['the owner', () => ({ authorization: `Bearer ${ownersToken}` })],
  ])('tells nothing to %s', async (_who, headers) => {
    for (const endpointId of [form.endpointId, 'absent000000']) {
      const answer = await ask(endpointId, headers());
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'forbidden' }]);
    }
  });
});
