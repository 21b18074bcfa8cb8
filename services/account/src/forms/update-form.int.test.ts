import { automaticRoles } from '@inlet/contracts/field-roles';
import { formSchema } from '@inlet/contracts/forms';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newForm } from '#account.test-setup.ts';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

setUpFormOwner({ form: { description: 'Questions', allowedOrigins: ['https://a.example'] } });

const patch = (body: unknown, by = token) => account.call(`PATCH /api/v1/forms/${form.id}`, { token: by, body });
const stored = () => account.deps.database.prisma.form.findUniqueOrThrow({ where: { id: form.id } });
const events = () => account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
const entry = async () => JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? 'null');

describe('changing a form', () => {
  it('sets its limit for the size of a submission, which ingest and the audit trail learn of', async () => {
    expect(await patch({ bodyMaxBytes: 16_000 })).toMatchObject({ status: 200, body: { bodyMaxBytes: 16_000 } });
    expect(await entry()).toMatchObject({ bodyMaxBytes: 16_000 });
    expect(await events()).toMatchObject([{ action: 'form.updated', details: { fields: ['bodyMaxBytes'] } }]);
    expect(await patch({ bodyMaxBytes: null })).toMatchObject({ status: 200, body: { bodyMaxBytes: null } });
    expect(await entry()).toMatchObject({ bodyMaxBytes: null });
  });

  it('sets the language of what visitors see, which ingest and the audit trail learn of', async () => {
    expect(await account.call(`GET /api/v1/forms/${form.id}`, { token })).toMatchObject({ body: { language: null } });
    expect(await patch({ language: 'pl' })).toMatchObject({ status: 200, body: { language: 'pl' } });
    expect(await entry()).toMatchObject({ language: 'pl' });
    expect(await events()).toMatchObject([{ action: 'form.updated', details: { fields: ['language'] } }]);
    for (const language of ['', 'PL', 'de-AT', 'xx', 1])
      expect(await patch({ language })).toMatchObject({ status: 422, body: { issues: [{ field: 'language' }] } });
    expect(await patch({ language: null })).toMatchObject({ status: 200, body: { language: null } });
    expect(await entry()).not.toHaveProperty('language');
    const created = await account.call('POST /api/v1/forms', { token, body: { ...newForm, language: 'ja' } });
    expect(created.body).toMatchObject({ language: 'ja' });
  });

  it('takes the fields of sender, subject and message, which the audit trail notes once', async () => {
    const fieldRoles = { name: 'company', subject: null, message: 'wish' };
    expect(await patch({ fieldRoles: automaticRoles })).toMatchObject({
      status: 200,
      body: { fieldRoles: automaticRoles },
    });
    expect(await patch({ fieldRoles })).toMatchObject({ status: 200, body: { fieldRoles } });
    expect(await patch({ fieldRoles: { ...fieldRoles } })).toMatchObject({ status: 200, body: { fieldRoles } });
    expect(await events()).toMatchObject([{ action: 'form.updated', details: { fields: ['fieldRoles'] } }]);
    expect(await account.call(`GET /api/v1/forms/${form.id}`, { token })).toMatchObject({ body: { fieldRoles } });
    expect(await patch({ name: 'Support' })).toMatchObject({ body: { name: 'Support', fieldRoles } });
    expect(await patch({ fieldRoles: automaticRoles })).toMatchObject({ body: { fieldRoles: automaticRoles } });
  });

  it.each([
    null,
    {},
    { name: 'a' },
    { name: 1, subject: null, message: null },
    { ...automaticRoles, name: 'x'.repeat(1_001) },
  ])('takes no fields of sender, subject and message from %j', async (fieldRoles) => {
    expect((await patch({ fieldRoles })).status).toBe(422);
    expect(await stored()).toMatchObject({ fieldRoles: null });
  });

  it('returns the form as it is from then on, with its counts', async () => {
    const lastSubmissionAt = new Date('2025-03-05T08:00:00Z');
    await account.deps.database.prisma.formTotal.create({
      data: { formId: form.id, submissionCount: 42, lastSubmissionAt },
    });
    const body = {
      name: ' Support ',
      description: ' Help ',
      isActive: false,
      allowedOrigins: ['https://B.example/', '', 'https://b.example'],
    };
    const answer = await patch(body);
    expect(answer.status).toBe(200);
    const changed = formSchema.strict().parse(answer.body);
    expect(changed).toMatchObject({
      id: form.id,
      endpointId: form.endpointId,
      name: 'Support',
      description: 'Help',
      isActive: false,
      allowedOrigins: ['https://b.example'],
      submissionCount: 42,
      lastSubmissionAt: '2025-03-05T08:00:00.000Z',
    });
    expect((await account.call(`GET /api/v1/forms/${form.id}`, { token })).body).toEqual(changed);
  });

  it.each([
    ['name', { name: 'Support' }],
    ['description', { description: null }],
    ['allowedOrigins', { allowedOrigins: [] }],
    ['isActive', { isActive: false }],
  ])('leaves everything but %s as it was', async (_field, body) => {
    expect((await patch(body)).status).toBe(200);
    expect(await stored()).toEqual({ ...form, ...body });
  });

  it('takes an empty description as none', async () => {
    await patch({ description: '  ' });
    expect(await stored()).toMatchObject({ description: null });
  });

  it('is in the directory and announced by the time it responds', async () => {
    const { config, logger } = account.deps;
    const subscriber = openRedis({ role: 'subscriber', url: config.REDIS_URL, name: 'test', logger });
    onTestFinished(() => subscriber.disconnect());
    await waitUntilConnected(subscriber, 60_000);
    const heard: string[] = [];
    subscriber.on('message', (_channel, endpointId) => heard.push(endpointId));
    await subscriber.subscribe(account.keys.formChanges);

    await patch({ isActive: false, allowedOrigins: ['localhost:3000'] });
    expect(await entry()).toMatchObject({ id: form.id, isActive: false, allowedOrigins: ['localhost:3000'] });
    await waitUntil(() => heard.includes(form.endpointId), { what: 'the change to be announced' });
    await patch({ isActive: true });
    expect(await entry()).toMatchObject({ isActive: true, allowedOrigins: ['localhost:3000'] });
  });

  it('is noted for the owner with the names of the fields, and not with what is in them', async () => {
    await patch({ name: 'Support', description: 'Questions', isActive: false });
    expect(await events()).toMatchObject([
      {
        action: 'form.updated',
        actor: 'session',
        details: { formId: form.id, name: 'Support', fields: ['name', 'isActive'] },
      },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['what is there already', { name: 'Contact', description: 'Questions', allowedOrigins: ['https://a.example'] }],
    ['what nobody may choose', { id: crypto.randomUUID(), endpointId: 'aaaaaaaaaaaa', userId: crypto.randomUUID() }],
  ])('changes and notes nothing when the body says %s', async (_what, body) => {
    expect((await patch(body)).status).toBe(200);
    expect(await stored()).toEqual(form);
    expect(await events()).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }, 'Form name is required'],
    ['name', { name: null }, 'Form name is required'],
    ['name', { name: 'a\0b' }, 'Form name has a character that cannot be stored'],
    ['allowedOrigins.0', { allowedOrigins: ['http://a.example'] }, 'Origin must start with https://'],
    ['isActive', { isActive: 'yes' }, expect.any(String)],
  ])('refuses a wrong %s and names it', async (field, body, message) => {
    const answer = await patch({ description: 'Not this', ...body });
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input', issues: [{ field, message }] }]);
    expect(await stored()).toEqual(form);
  });

  it('keeps what both of two people change who save at once', async () => {
    await Promise.all([patch({ name: 'Support' }), patch({ isActive: false }), patch({ description: 'Help' })]);
    expect(await stored()).toMatchObject({ name: 'Support', isActive: false, description: 'Help' });
    expect(await entry()).toMatchObject({ name: 'Support', isActive: false });
  });

  it('is refused to a key that may only read', async () => {
    const { key } = await makeKey(account, user.id, { scope: 'read' });
    expect([(await patch({ name: 'Support' }, key)).status, await stored()]).toEqual([403, form]);
  });
});
