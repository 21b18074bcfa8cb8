import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { readAll } from '#inbox/feed/changes.test-setup.ts';
import { follow, startLive } from '#inbox/live/live.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;
let id: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  ({ id } = await buildSubmission(prisma, {
    formId: form.id,
    confirmation: 'asked',
    data: { email: 'ada@example.com' },
  }));
});

const day = 86_400_000;
const linkOf = (submissionId: string, at = Date.now()) =>
  createConfirmationTokens(account.deps.config.ENCRYPTION_KEYS).sign({ submissionId, at });
const path = (link: string) => `/confirm-address?token=${encodeURIComponent(link)}`;
const open = async (link: string, headers: Record<string, string> = {}) => {
  const response = await fetch(account.url + path(link), { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
/** Does what the page's form does, by its own attributes. */
const press = async (html: string) => {
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(html) ?? [];
  const [, value = ''] = /name="token" value="([^"]+)"/.exec(html) ?? [];
  const { pathname, search } = new URL(action.replaceAll('&amp;', '&'));
  const response = await fetch(account.url + pathname + search, {
    method: 'POST',
    body: new URLSearchParams({ token: value }),
  });
  return { status: response.status, html: await response.text() };
};
const stored = () => account.deps.database.prisma.submission.findUniqueOrThrow({ where: { id } });
const read = async () => (await account.call(`GET /api/v1/forms/${form.id}/submissions/${id}`, { token })).body;
const idsOf = async (query: string) => {
  const { body } = await account.call(`GET /api/v1/forms/${form.id}/submissions?${query}`, { token });
  return (body as { submissions: { id: string }[] }).submissions.map((one) => one.id);
};

describe('the link in the mail to a visitor', () => {
  it('opens a page that changes nothing, and runs nothing', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(account.url + path(linkOf(id)), { method });
      expect(response.status).toBe(200);
    }
    const { html, headers } = await open(linkOf(id));
    expect(html).not.toContain('<script');
    expect(html).toContain(`action="http://localhost:8080${path(linkOf(id)).slice(0, 40)}`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toMatch(/form-action http:\/\/localhost:8080\/confirm-address/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await stored()).toMatchObject({ confirmedAt: null });
    expect(await read()).toMatchObject({ confirmation: 'asked', confirmedAt: null });
  });

  it('confirms once by the button, and says so afterwards', async () => {
    const { end } = await readAll(account, token);
    const link = linkOf(id);
    const { html } = await open(link);
    const done = await press(html);
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('Your address is confirmed')]);
    const { confirmedAt } = await stored();
    expect(confirmedAt).not.toBeNull();
    const again = await press(html);
    expect([again.status, again.html]).toEqual([200, expect.stringContaining('Your address is already confirmed')]);
    expect((await open(link)).html).toContain('Your address is already confirmed');
    expect((await stored()).confirmedAt).toEqual(confirmedAt);
    expect(await read()).toMatchObject({ confirmedAt: confirmedAt?.toISOString() });
    const { changes } = await readAll(account, token, '', end);
    expect(changes).toMatchObject([
      { type: 'confirmed', submissionId: id, submission: { confirmedAt: confirmedAt?.toISOString() } },
    ]);
    const file = async (query: string) =>
      (await account.call(`GET /api/v1/forms/${form.id}/export?${query}`, { token })).text;
    expect(await file('format=ndjson&confirmed=true')).toContain(
      `"confirmation":"asked","confirmedAt":"${confirmedAt?.toISOString()}"`,
    );
    const seconds = confirmedAt?.toISOString().slice(0, 19).replace('T', ' ');
    expect(await file('format=csv&columns=fields')).toMatch(new RegExp(`,Confirmed\\r\\n.*,${seconds}\\r\\n`));
    expect([await idsOf('confirmed=true'), await idsOf('confirmed=false')]).toEqual([[id], []]);
  });

  it('confirms once for clicks at once, and delivers one event', async () => {
    const { prisma } = account.deps.database;
    const target = { formId: form.id, kind: 'webhook', name: 'CRM', events: ['submission.confirmed'] };
    await prisma.target.create({ data: { id: randomUUID(), sealed: Buffer.of(), fields: [], ...target } });
    const { html } = await open(linkOf(id));
    // Both clicks have read that the address is not confirmed, and wait for the row.
    const holder = await account.deps.database.pool.connect();
    onTestFinished(() => holder.release());
    await holder.query('begin');
    await holder.query('select from submissions where id = $1 for update', [id]);
    const pressed = Promise.all([press(html), press(html)]);
    await waitUntil(async () => {
      const { rows } = await account.deps.database.pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%set confirmed_at%'`,
      );
      return rows[0]?.waiting === 2;
    });
    await holder.query('commit');
    const pages = await pressed;
    expect(pages.filter((page) => page.html.includes('Your address is confirmed'))).toHaveLength(1);
    expect(await prisma.delivery.findMany()).toMatchObject([{ type: 'submission.confirmed', submissionId: id }]);
  });

  it('is news for lists that are open', async () => {
    await startLive(account);
    const { events, totals, leave } = await follow(account, form.id, { token });
    onTestFinished(leave);
    await waitUntil(() => totals().length === 1);
    await press((await open(linkOf(id))).html);
    await waitUntil(() => events.length === 2);
  });

  it('takes the token from the address alone, or from the body alone', async () => {
    const post = (where: string, init: RequestInit) => fetch(account.url + where, { method: 'POST', ...init });
    expect((await post('/confirm-address', { body: new URLSearchParams({ token: 'nonsense' }) })).status).toBe(404);
    expect((await post('/confirm-address', { body: new URLSearchParams({ token: linkOf(id) }) })).status).toBe(200);
    expect(await (await post(path(linkOf(id)), {})).text()).toContain('already confirmed');
  });

  it('expires after seven days', async () => {
    expect((await open(linkOf(id, Date.now() - 7 * day + 60_000))).status).toBe(200);
    const old = linkOf(id, Date.now() - 7 * day);
    const { status, html } = await open(old);
    expect([status, html]).toEqual([410, expect.stringContaining('This link has expired')]);
    expect(html).not.toContain('<form');
    expect((await fetch(account.url + path(old), { method: 'POST' })).status).toBe(410);
    expect((await stored()).confirmedAt).toBeNull();
  });

  it.each([
    ['nothing', () => ''],
    ['nonsense', () => 'nonsense.nonsense'],
    ['another submission', () => linkOf(randomUUID())],
    ['much', () => 'x'.repeat(5_000)],
  ])('is unknown with a token of %s', async (_what, tokenOf) => {
    const { status, html } = await open(tokenOf());
    expect([status, html]).toEqual([404, expect.stringContaining('This link does not work')]);
    expect((await fetch(account.url + path(tokenOf()), { method: 'POST' })).status).toBe(404);
  });

  it('is unknown once the submission or its form is deleted', async () => {
    const link = linkOf(id);
    await account.call(`DELETE /api/v1/forms/${form.id}/submissions/${id}`, { token });
    expect((await open(link)).status).toBe(404);
  });

  it('tells nobody of spam, until it is taken back', async () => {
    const { prisma } = account.deps.database;
    const wanted = { mode: 'instant', confirmAddresses: true, confirmCopy: true, notifyConfirmed: true };
    await prisma.notifications.create({ data: { formId: form.id, ...wanted } });
    const target = { formId: form.id, kind: 'webhook', name: 'CRM', events: ['submission.confirmed'] };
    await prisma.target.create({ data: { id: randomUUID(), sealed: Buffer.of(), fields: [], ...target } });
    const mark = (isSpam: boolean) =>
      account.call(`PATCH /api/v1/forms/${form.id}/submissions/${id}`, { token, body: { isSpam } });
    const told = async () => {
      const notices = await prisma.notice.findMany({ where: { formId: form.id }, orderBy: { purpose: 'asc' } });
      const deliveries = await prisma.delivery.findMany({ where: { submissionId: id } });
      return [...notices.map(({ purpose }) => purpose), ...deliveries.map(({ type }) => type)];
    };
    await mark(true);
    const { end } = await readAll(account, token);
    expect((await press((await open(linkOf(id))).html)).html).toContain('Your address is confirmed');
    expect((await readAll(account, token, '', end)).changes).toEqual([]);
    expect(await told()).toEqual([]);
    for (const isSpam of [false, true, false]) expect((await mark(isSpam)).status).toBe(200);
    expect(await told()).toEqual(['confirmed', 'notification', 'submission.confirmed']);
    const { changes } = await readAll(account, token, '', end);
    expect(changes.map(({ type }) => type)).toEqual(['released', 'confirmed', 'marked', 'released']);
    expect(changes[1]).toMatchObject({ submissionId: id });
  });

  it('tells once of a click before the submission was marked as spam', async () => {
    const { end } = await readAll(account, token);
    await press((await open(linkOf(id))).html);
    for (const isSpam of [true, false]) {
      await account.call(`PATCH /api/v1/forms/${form.id}/submissions/${id}`, { token, body: { isSpam } });
    }
    const { changes } = await readAll(account, token, '', end);
    expect(changes.map(({ type }) => type)).toEqual(['confirmed', 'marked', 'released']);
  });

  it('opens in the language of the form, or of the browser', async () => {
    expect((await open(linkOf(id), { 'accept-language': 'de-AT,en;q=0.5' })).html).toContain('Adresse bestätigen');
    await account.deps.database.prisma.form.update({ where: { id: form.id }, data: { language: 'fr' } });
    expect((await open(linkOf(id), { 'accept-language': 'de' })).html).toContain('Confirmer l’adresse');
  });
});
