import { formEntrySchema } from '@inlet/contracts/form-directory';
import { describe, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';

setUpFormOwner();

const none = { message: null, redirect: null, name: null, logo: null, color: null };
const patch = (afterSending: unknown) =>
  account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { afterSending } });
const read = async () =>
  ((await account.call(`GET /api/v1/forms/${form.id}`, { token })).body as { afterSending: unknown }).afterSending;
const events = () => account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
const entry = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? 'null'));

describe('what visitors get after sending', () => {
  it('is nothing of its own at first', async () => {
    expect(await read()).toEqual(none);
  });

  it('is changed part by part; ingest and the audit trail learn of it', async () => {
    const message = ' Thank you.\nWe write back. ';
    expect(await patch({ message, color: '#FFE600' })).toMatchObject({ status: 200 });
    expect(await patch({ name: 'Ada', logo: 'https://Shop.example/logo.png' })).toMatchObject({ status: 200 });
    const chosen = {
      ...none,
      message: 'Thank you.\nWe write back.',
      color: '#ffe600',
      name: 'Ada',
      logo: 'https://shop.example/logo.png',
    };
    expect(await read()).toEqual(chosen);
    expect((await entry()).afterSending).toEqual(chosen);
    expect(await events()).toMatchObject([
      { action: 'form.updated', details: { fields: ['afterSending'] } },
      { action: 'form.updated', details: { fields: ['afterSending'] } },
    ]);
    expect(JSON.stringify((await events()).map(({ details }) => details))).not.toContain('write back');
  });

  it('goes back to the usual, and leaves the directory as it was', async () => {
    await patch({ redirect: 'https://shop.example/thanks', name: 'Ada' });
    expect((await entry()).afterSending).toMatchObject({ redirect: 'https://shop.example/thanks' });
    await patch({ redirect: null, name: ' ' });
    expect(await read()).toEqual(none);
    expect(await entry()).not.toHaveProperty('afterSending');
  });

  it('is no news where nothing changes', async () => {
    await patch({ name: null });
    await patch({});
    expect(await events()).toEqual([]);
  });

  it.each([
    ['message', 'x'.repeat(501), 'Thank-you text must have at most 500 characters'],
    ['message', 'a\0b', 'Thank-you text has a character that cannot be stored'],
    ['name', 'x'.repeat(81), 'Name must have at most 80 characters'],
    ['redirect', 'javascript:alert(1)', expect.stringContaining('https:// or http://')],
    ['redirect', '/thanks', expect.stringContaining('https:// or http://')],
    ['redirect', `https://a.example/${'é'.repeat(1_000)}`, expect.stringContaining('2000')],
    ['logo', 'http://a.example/logo.png', expect.stringContaining('https://')],
    ['logo', 'data:image/png;base64,AAAA', expect.stringContaining('https://')],
    ['logo', 'https://a;sandbox/logo.png', expect.stringContaining('https://')],
    ['logo', 'https://*/logo.png', expect.stringContaining('https://')],
    ['logo', `https://a.example/${'x'.repeat(500)}`, expect.stringContaining('500')],
    ['color', 'red', 'Color must be written as #0b6670'],
    ['color', '#fff', 'Color must be written as #0b6670'],
    ['color', '#ffffff;', 'Color must be written as #0b6670'],
  ])('refuses a wrong %s: %s', async (field, value, message) => {
    const answer = await patch({ [field]: value });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { issues: [{ field: `afterSending.${field}`, message }] },
    ]);
    expect(await read()).toEqual(none);
  });
});
