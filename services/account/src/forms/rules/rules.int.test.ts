import { formEntrySchema } from '@inlet/contracts/form-directory';
import { rulesSchema } from '@inlet/contracts/rules';
import { savedRulesSchema, triedRulesSchema } from '@inlet/contracts/saved-rules';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { describe, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

setUpFormOwner({ env: { FILES_FOLDER: '/nowhere' } });

const rules = {
  mode: 'enforce',
  unknown: 'keep',
  fields: [
    { name: 'email', type: 'email', label: 'Email', required: true },
    { name: 'guests', type: 'number', min: 1, max: 9 },
  ],
};
const none = { mode: 'off', unknown: 'keep', fields: [], version: 0 };
const read = (by = token) => account.call(`GET /api/v1/forms/${form.id}/rules`, { token: by });
const save = (body: unknown, by = token) => account.call(`PUT /api/v1/forms/${form.id}/rules`, { token: by, body });
const attempt = (what: string, body: unknown, by = token) =>
  account.call(`POST /api/v1/forms/${form.id}/rules/${what}`, { token: by, body });
const events = () =>
  account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } });
const entryOf = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? ''));

/** Submissions in the inbox, the last one the newest. */
async function receive(all: readonly object[]): Promise<void> {
  const { prisma } = account.deps.database;
  for (const [index, data] of all.entries())
    await buildSubmission(prisma, {
      formId: form.id,
      data,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index),
    });
}

describe('the rules of a form', () => {
  it('are none at first, and what was saved afterwards', async () => {
    expect(await read()).toMatchObject({ status: 200, body: none });
    const saved = await save(rules);
    expect([saved.status, saved.body]).toEqual([200, { ...rules, version: 1 }]);
    expect((await read()).body).toEqual({ ...rules, version: 1 });
    expect(savedRulesSchema.safeParse(saved.body).success).toBe(true);
  });

  it('can be sent back as they were read, and keep their version if nothing differs', async () => {
    await save(rules);
    expect((await save((await read()).body)).body).toEqual({ ...rules, version: 1 });
    expect((await save({ ...rules, mode: 'warn' })).body).toMatchObject({ mode: 'warn', version: 2 });
    expect(await events()).toHaveLength(2);
  });

  it('are not overwritten by somebody who read an earlier version, unless they ask for none', async () => {
    await save(rules);
    const [first, second] = [
      { ...rules, mode: 'warn' },
      { ...rules, unknown: 'refuse' },
    ];
    const answers = await Promise.all([save({ ...first, version: 1 }), save({ ...second, version: 1 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'rules_changed',
      error: 'Somebody changed the rules. Read them again first.',
    });
    const kept = Object((await read()).body);
    expect(kept).toEqual(answers.find(({ status }) => status === 200)?.body);
    expect((await save({ ...kept, version: 1 })).body).toEqual(kept);
    expect((await save({ ...rules, version: 2 })).body).toEqual({ ...rules, version: 3 });
    expect((await save(second)).body).toEqual({ ...second, version: 4 });
    expect(await save({ ...rules, version: '4' })).toMatchObject({
      status: 422,
      body: { issues: [{ field: 'version', message: 'The version is a whole number' }] },
    });
  });

  it('are in the directory before the answer, and leave it with the last of them', async () => {
    await save(rules);
    expect((await entryOf()).rules).toEqual({ ...rules, version: 1 });
    await save({ mode: 'off', fields: rules.fields });
    expect((await entryOf()).rules).toMatchObject({ mode: 'off', version: 2 });
    await save({ mode: 'off', fields: [] });
    expect(await entryOf()).not.toHaveProperty('rules');
    expect((await read()).body).toEqual({ ...none, version: 3 });
  });

  it('are in the audit trail, before and after', async () => {
    await save(rules);
    await save({ ...rules, mode: 'warn' });
    const [, event] = await events();
    expect(event).toMatchObject({ action: 'form.rules_changed', details: { name: form.name, version: 2 } });
    const told = Object(event?.details);
    expect([told.before, told.after].map((text) => JSON.parse(text))).toEqual([rules, { ...rules, mode: 'warn' }]);
  });

  it.each([
    [
      'the field of a rule',
      { ...rules, fields: [{ name: 'a', type: 'text', pattern: '(?=a)a' }] },
      'fields[0].pattern',
    ],
    ['a misspelt property', { ...rules, fields: [{ name: 'a', type: 'text', patern: 'a' }] }, 'fields[0].patern'],
    ['an option', { ...rules, fields: [{ name: 'a', type: 'choice', options: ['x', 'x'] }] }, 'fields[0].options[1]'],
    ['the mode', { ...rules, mode: 'strict' }, 'mode'],
    ['a body that is no object', [], ''],
  ])('are refused with the place of the fault: %s', async (_what, body, field) => {
    expect(await save(body)).toMatchObject({ status: 422, body: { code: 'invalid_input', issues: [{ field }] } });
    expect(await account.deps.database.prisma.formRules.count({ where: { formId: form.id } })).toBe(0);
  });

  it('are changed by keys that may write forms, and by nobody of another account', async () => {
    const { key: reading } = await makeKey(account, user.id, { scope: 'read' });
    expect([(await read(reading)).status, (await save(rules, reading)).status]).toEqual([200, 403]);
    const stranger = await account.signIn(await buildUser(account.deps.database.prisma));
    expect([(await read(stranger)).status, (await save(rules, stranger)).status]).toEqual([404, 404]);
  });

  it('are deleted with their form', async () => {
    await save(rules);
    await account.call(`DELETE /api/v1/forms/${form.id}`, { token });
    expect(await account.deps.database.prisma.formRules.count({ where: { formId: form.id } })).toBe(0);
  });
});

describe('trying rules', () => {
  it('says what some fields break, and how many of the newest submissions would be refused', async () => {
    await receive([{ email: 'ada@example.com' }, { email: 'ada' }, { email: 'a@b.example', guests: '12' }]);
    const answer = await attempt('try', { rules: { ...rules, mode: 'off' }, fields: { guests: 'many' } });
    expect(answer.status).toBe(200);
    expect(triedRulesSchema.parse(answer.body)).toEqual({
      errors: [
        { field: 'email', code: 'REQUIRED_FIELD_MISSING', message: 'Email is required' },
        { field: 'guests', code: 'TYPE_NUMERIC', message: 'This field must be a number' },
      ],
      refused: 2,
      of: 3,
    });
    expect((await attempt('try', { rules })).body).toEqual({ errors: null, refused: 2, of: 3 });
    expect((await read()).body).toEqual(none);
  });

  it('asks for a file only where the form takes files, as the endpoint does', async () => {
    await account.deps.database.prisma.user.update({ where: { id: user.id }, data: { plan: 'starter' } });
    await receive([{ name: 'Ada' }]);
    const cv = { mode: 'enforce', fields: [{ name: 'cv', type: 'file', required: true }] };
    const refused = async () => Object((await attempt('try', { rules: cv })).body).refused;
    expect(await refused()).toBe(1);
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { takesFiles: false } });
    expect(await refused()).toBe(0);
  });

  it('names the place of a fault in the rules', async () => {
    const body = { rules: { ...rules, fields: [{ name: 'a', type: 'text', pattern: '(a' }] } };
    expect(await attempt('try', body)).toMatchObject({
      status: 422,
      body: { issues: [{ field: 'rules.fields[0].pattern' }] },
    });
  });

  it('reads no more of large submissions than its limit', async () => {
    const text = 'x'.repeat(900_000);
    await receive([{ text }, { text }, { text }]);
    expect((await attempt('try', { rules })).body).toEqual({ errors: null, refused: 2, of: 2 });
  });
});

describe('a suggestion', () => {
  it('comes from HTML, and can be saved as it is', async () => {
    const html = '<form><label>Mail <input type="email" name="mail" required></label></form>';
    const answer = await attempt('suggest', { html });
    expect(answer).toMatchObject({ status: 200, body: { fields: [{ name: 'mail', type: 'email', required: true }] } });
    expect(rulesSchema.safeParse(answer.body).success).toBe(true);
    expect((await read()).body).toEqual(none);
    expect((await save(answer.body)).status).toBe(200);
  });

  it('comes from what came in', async () => {
    await receive(Array.from({ length: 20 }, (_, n) => ({ email: `a${n}@example.com`, guests: `${n}` })));
    expect((await attempt('suggest', {})).body).toMatchObject({
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'guests', type: 'number', required: true },
      ],
    });
  });

  it('of too much HTML is refused', async () => {
    const answer = await attempt('suggest', { html: 'x'.repeat(100_001) });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ field: 'html' }] } });
  });
});
