import type { Form, User } from '@inlet/db/client';
import { internalAuthorization } from '@inlet/http/internal-token';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

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
  user = await buildUser(prisma, { plan: 'no longer sold' });
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
  await buildSubmission(prisma, { formId: form.id });
});

const remove = (id = form.id) => account.call(`DELETE /api/v1/forms/${id}`, { token });
const deletionsOf = (formId: string) => account.deps.database.prisma.formDeletion.count({ where: { formId } });

describe('deleting a form', () => {
  it('removes it everywhere at once', async () => {
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const request of [
      `GET /api/v1/forms/${form.id}`,
      `GET /api/v1/forms/${form.id}/submissions`,
      `GET /api/v1/forms/${form.id}/refusals`,
      `PATCH /api/v1/forms/${form.id}`,
      `DELETE /api/v1/forms/${form.id}`,
    ]) {
      const gone = await account.call(request, { token, ...(request.startsWith('PATCH') && { body: {} }) });
      expect([gone.status, gone.body]).toEqual([404, { error: 'Form not found', code: 'form_not_found' }]);
    }
    expect((await account.call('GET /api/v1/forms', { token })).body).toEqual({ forms: [], nextCursor: null });
  });

  it('closes the endpoint by the time it responds', async () => {
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { name: 'In the directory' } });
    expect(await account.deps.redis.exists(account.keys.form(form.endpointId))).toBe(1);
    await remove();
    expect(await account.deps.redis.exists(account.keys.form(form.endpointId))).toBe(0);
    const headers = internalAuthorization(testInternalToken);
    expect((await account.call(`GET /internal/forms/${form.endpointId}`, { headers })).status).toBe(404);
  });

  it('leaves a note that its submissions are to be removed', async () => {
    await remove();
    expect(await deletionsOf(form.id)).toBe(1);
  });

  it('is noted for the owner, who finds the name there', async () => {
    await remove();
    expect(await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } })).toMatchObject([
      { action: 'form.deleted', details: { formId: form.id, name: 'Contact' } },
    ]);
  });

  it('makes room in the plan for another form', async () => {
    const create = () => account.call('POST /api/v1/forms', { token, body: newForm });
    expect((await create()).status).toBe(403);
    await remove();
    expect((await create()).status).toBe(201);
  });

  it('gives nothing back of what was used of the month', async () => {
    const month = new Date(`${new Date().toISOString().slice(0, 7)}-01`);
    await account.deps.database.prisma.monthlyUsage.create({ data: { userId: user.id, month, submissionCount: 30 } });
    await remove();
    const usage = await account.call('GET /api/v1/usage', { token });
    expect(usage.body).toMatchObject({ currentForms: 0, currentSubmissions: 30 });
  });

  it('happens once although it is asked for several times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    expect(await account.deps.database.prisma.auditEvent.count({ where: { userId: user.id } })).toBe(1);
  });

  it('beside a change of the same form ends with no form and nothing broken', async () => {
    const [deleted, ...changed] = await Promise.all([
      remove(),
      ...['A', 'B', 'C'].map((name) => account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { name } })),
    ]);
    expect(deleted.status).toBe(204);
    for (const { status } of changed) expect([200, 404]).toContain(status);
    expect(await account.deps.redis.exists(account.keys.form(form.endpointId))).toBe(0);
  });

  it('leaves the forms of other accounts alone', async () => {
    const { prisma } = account.deps.database;
    const foreign = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    expect((await remove(foreign.id)).status).toBe(404);
    expect(await prisma.form.findUnique({ where: { id: foreign.id } })).toEqual(foreign);
    expect(await deletionsOf(foreign.id)).toBe(0);
  });

  it.each(['x', '0', '%00'])('finds nothing under %s', async (id) => {
    expect((await remove(id)).status).toBe(404);
  });
});
