import { rm } from 'node:fs/promises';
import { refusalReportSchema } from '@inlet/contracts/refusals';
import type { Form } from '@inlet/db/client';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { writeRefusals } from '@inlet/redis/refusals';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let folder: string;
/** A separate Redis for this test, which it can stop. */
let server: Awaited<ReturnType<typeof startRedisServer>>;
let account: TestAccount;
let token: string;
let form: Form;

beforeAll(async () => {
  folder = await makeTemporaryFolder('inlet-refusals-');
  server = await startRedisServer({ dir: `${folder}/redis` });
  account = await startTestAccount({ REDIS_URL: server.url });
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});
afterAll(async () => {
  await account?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const read = (id = form.id) => account.call(`GET /api/v1/forms/${id}/refusals`, { token });
const refusal = { reason: 'origin_not_allowed', at: new Date().toISOString(), origin: 'https://b.example' };
const write = (formId: string) =>
  writeRefusals(account.deps.redis, account.keys, [
    { formId, counts: { origin_not_allowed: 7, too_large: 2 }, latest: [refusal] },
  ]);

describe('the refusals of a form', () => {
  it('are none where nothing was refused', async () => {
    const answer = await read();
    expect([answer.status, answer.body]).toEqual([200, { counts: {}, latest: [] }]);
  });

  it('are shown to the owner: how many by reason, and the latest', async () => {
    await write(form.id);
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(refusalReportSchema.strict().parse(answer.body)).toEqual({
      counts: { origin_not_allowed: 7, too_large: 2 },
      latest: [refusal],
    });
  });

  it('of another account’s form are as absent as the form', async () => {
    const { prisma } = account.deps.database;
    const foreign = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await write(foreign.id);
    const answer = await read(foreign.id);
    expect([answer.status, answer.body]).toEqual([404, { error: 'Form not found', code: 'form_not_found' }]);
  });

  it('are unknown while Redis is away, and the response says so', async () => {
    await server.stop();
    const answer = await read();
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await account.call(`GET /api/v1/forms/${form.id}`, { token })).status).toBe(200);
    server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
  });
});
