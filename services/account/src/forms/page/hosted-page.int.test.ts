import { formEntrySchema } from '@inlet/contracts/form-directory';
import { formPageSchema } from '@inlet/contracts/form-page';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';

setUpFormOwner({ form: { name: 'Contact <us>' } });

const address = () => `/api/v1/forms/${form.id}/page`;
const read = () => account.call(`GET ${address()}`, { token });
const change = (body: unknown) => account.call(`PATCH ${address()}`, { token, body });
const saveRules = (fields: readonly object[]) =>
  account.call(`PUT /api/v1/forms/${form.id}/rules`, { token, body: { mode: 'enforce', fields } });
const open = (query = '', headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  account.call(`${method} /s/${form.endpointId}${query}`, { headers });
const url = () => `${account.deps.config.PUBLIC_URL}/s/${form.endpointId}`;
const none = { enabled: false, title: null, introduction: null, button: null, thanks: null, accent: null };
const texts = { title: 'Write to us', introduction: 'One\ntwo', button: 'Go', thanks: 'Thanks!', accent: '#0b6670' };
const entryOf = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? ''));
const viewsOf = async () => {
  await account.deps.pageViews.save();
  return (await account.call(`GET ${address()}/views`, { token })).body;
};

describe('the settings of a hosted page', () => {
  it('are off at first, and what was saved afterwards', async () => {
    expect((await read()).body).toEqual({ ...none, url: url() });
    const saved = await change({ enabled: true, ...texts });
    expect([saved.status, saved.body]).toEqual([200, { enabled: true, ...texts, url: url() }]);
    expect(formPageSchema.safeParse(saved.body).success).toBe(true);
    expect((await change({ title: null, accent: '#0B6670' })).body).toMatchObject({ title: null, accent: '#0b6670' });
    expect((await read()).body).toMatchObject({ enabled: true, title: null, introduction: 'One\ntwo' });
  });

  it('are in the directory while the page is shown, and in the trail', async () => {
    await change({ enabled: true, ...texts });
    expect((await entryOf()).page).toEqual(texts);
    await change({ enabled: true });
    await change({ enabled: false });
    expect(await entryOf()).not.toHaveProperty('page');
    const events = await account.deps.database.prisma.auditEvent.findMany({
      where: { action: 'form.page_changed', userId: user.id },
    });
    expect(events.map(({ details }) => details)).toMatchObject([
      { formId: form.id, before: JSON.stringify(none), after: JSON.stringify({ ...none, enabled: true, ...texts }) },
      {
        before: JSON.stringify({ ...none, enabled: true, ...texts }),
        after: expect.stringContaining('"enabled":false'),
      },
    ]);
  });

  it.each([
    ['enabled', 'yes'],
    ['title', 'a'.repeat(121)],
    ['introduction', 'a'.repeat(2_001)],
    ['button', 'a'.repeat(41)],
    ['thanks', 'a'.repeat(501)],
    ['accent', 'red; } body { display: none'],
    ['title', 'zero \u0000'],
  ])('name the field at fault: %s', async (field, value) => {
    const refused = await change({ [field]: value });
    expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ field }] }]);
    expect((await read()).body).toMatchObject(none);
  });
});

describe('a hosted page', () => {
  beforeEach(() => change({ enabled: true }));

  it.each([
    ['whose form is unknown', () => '/s/000000000000'],
    ['with an address that no form has', () => '/s/%3Cscript%3E'],
    ['with an address that is no part of a policy', () => '/s/%0A;%20script-src%20*'],
  ])('%s is a page that says so', async (_what, path) => {
    const answer = await account.call(`GET ${path()}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('There is no form at this address');
    expect(answer.headers.get('content-security-policy')).toMatch(/; form-action 'none'; frame-ancestors \*$/);
  });

  it('is gone while it is off, and while the form is inactive', async () => {
    await change({ enabled: false });
    expect((await open()).status).toBe(404);
    await change({ enabled: true });
    expect((await open()).status).toBe(200);
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { isActive: false } });
    expect((await open()).status).toBe(404);
  });

  it('shows the fields of the rules in their order, and runs nothing', async () => {
    await saveRules([
      { name: 'email', type: 'email', label: 'Your <email>', required: true },
      { name: 'message', type: 'text', rows: 4, maxLength: 500 },
    ]);
    const { text, headers } = await open();
    expect(text).toContain('<h1>Contact &lt;us&gt;</h1>');
    expect(text).toContain('dir="auto">Your &lt;email&gt;</label>');
    expect(text.indexOf('name="email"')).toBeLessThan(text.indexOf('name="message"'));
    expect(text).toContain(`action="${account.deps.config.PUBLIC_URL}/f/${form.endpointId}/page"`);
    expect(text).toContain('name="_gotcha"');
    expect(text).not.toMatch(/<script|<us>|onerror/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; font-src/);
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('is in the language of the browser unless the form has one, and caches know that', async () => {
    await saveRules([{ name: 'name', type: 'text' }]);
    const accepted = { 'accept-language': 'nl-BE, en;q=0.8' };
    const [dutch, missing] = [
      await open('', accepted),
      await account.call('GET /s/000000000000', { headers: accepted }),
    ];
    expect(dutch.text).toContain('<html lang="nl" dir="ltr">');
    expect(dutch.text).toMatch(/<span class="optional">optioneel<.*<button class="button" dir="auto">Verzenden</s);
    expect(missing.text).toContain('<h1>Er is geen formulier op dit adres</h1>');
    for (const { headers } of [dutch, missing]) expect(headers.get('vary')).toMatch(/Accept-Language/);
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { language: 'sv' } });
    expect((await open('', accepted)).text).toMatch(/<html lang="sv".*Skicka<\/button>/s);
  });

  it('may be shown by the allowed websites only', async () => {
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { allowedOrigins: [] } });
    expect((await open()).headers.get('content-security-policy')).toContain('frame-ancestors *');
    const allowedOrigins = ['https://a.example', 'https://*.b.example', 'localhost:3000'];
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { allowedOrigins } });
    expect((await open()).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'self' https://a.example https://*.b.example http://localhost:3000",
    );
  });

  it('says that it has no fields yet', async () => {
    expect((await open()).text).toContain('This form has no fields yet');
  });

  it('is filled in by its address, where it has such fields', async () => {
    await saveRules([
      { name: 'name', type: 'text' },
      { name: 'color', type: 'choice', options: ['red', 'blue'] },
      { name: 'terms', type: 'consent' },
      { name: 'from', type: 'hidden' },
    ]);
    const { text } = await open(`?name=%22%3E%3Cb%3E${'x'.repeat(3_000)}&color=blue&terms=yes&from=news&other=zzz`);
    expect(text).toContain(`value="&quot;&gt;&lt;b&gt;${'x'.repeat(1_995)}"`);
    expect(text).toMatch(/value="blue" checked/);
    expect(text).not.toMatch(/type="checkbox" value="yes"[^>]* checked/);
    expect(text).toMatch(/type="hidden" name="from" value="news"/);
    expect(text).not.toContain('zzz');
  });

  it('counts its views, without what no visitor saw', async () => {
    await open();
    await open();
    await open('', {}, 'HEAD');
    await open('', { 'sec-purpose': 'prefetch' });
    await open('', { 'user-agent': 'Examplebot/1.0' });
    expect(await viewsOf()).toMatchObject({ total: 2, days: [{ views: 2 }] });
    await open();
    expect(await viewsOf()).toMatchObject({ total: 3, days: [{ views: 3 }] });
    await change({ enabled: false });
    await open();
    expect(await viewsOf()).toMatchObject({ total: 3 });
  });
});
