import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Form } from '@inlet/db/client';
import { primaryReads } from '@inlet/db/reads';
import { listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildMember } from '@inlet/testing/build-member';
import { buildSubmission } from '@inlet/testing/build-submission';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { buildAttempt, makeTarget } from '#deliveries/build-deliveries.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await accountOf(account);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
});

const ask = (by = token) => account.call('GET /api/v1/me/export', { token: by });

interface Exported {
  readonly user: { id: string; email: string };
  readonly sessions: { userAgent: string }[];
  readonly apiKeys: { name: string }[];
  readonly usage: unknown[];
  readonly auditEvents: { action: string }[];
  readonly setAside: unknown[];
  readonly forms: {
    id: string;
    name: string;
    submissionCount: number;
    submissions: { id: string; isSpam: boolean }[];
  }[];
}

/** Stores submissions of a form with texts of this length, one second apart. */
async function fill(count: number, characters: number): Promise<void> {
  await account.deps.database.pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, json_build_object('n', n, 'text', repeat('x', $3)),
       timestamptz '2025-03-01' + n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [form.id, count, characters],
  );
}

describe('the export of an account', () => {
  it('is a file of everything that is kept of it', async () => {
    const { prisma } = account.deps.database;
    await prisma.monthlyUsage.create({
      data: { userId: user.id, month: new Date('2026-11-01'), submissionCount: 5 },
    });
    const expiresAt = new Date('2026-12-01');
    await prisma.invitation.create({
      data: { id: randomUUID(), email: user.email, tokenHash: 'secret', expiresAt, usedAt: expiresAt, userId: user.id },
    });
    const subscribed = {
      stripeSubscriptionId: 'sub_1',
      priceId: 'price_1',
      status: 'active',
      cancelAtPeriodEnd: false,
    };
    await prisma.subscription.create({ data: { userId: user.id, ...subscribed } });
    const paid = { priceId: 'price_1', state: 'completed', url: 'https://pay.example/secret', expiresAt };
    await prisma.checkout.create({ data: { id: randomUUID(), userId: user.id, ...paid } });
    await account.call('POST /api/v1/me/api-keys', {
      token,
      body: { name: 'Robot', scope: 'read', password: testPassword },
    });
    await buildForm(prisma, { userId: user.id, name: 'Empty' });
    await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 1, spamCount: 1 } });
    const link = { purpose: 'change-email', tokenHash: 'secret hash', email: 'next@example.com', expiresAt };
    await prisma.mailToken.create({ data: { id: randomUUID(), personId: user.id, ...link } });
    await prisma.notifications.create({ data: { formId: form.id, mode: 'daily' } });
    const sealed = Buffer.from('the secret link to a captcha');
    await prisma.spamSettings.create({
      data: { formId: form.id, blockList: ['casino'], captcha: 'turnstile', sealed },
    });
    const recipient = { id: randomUUID(), formId: form.id, email: 'crew@example.com', tokenHash: 'secret link' };
    await prisma.recipient.create({ data: recipient });
    const days = ['2026-11-20', '2026-11-21'].map((date) => ({ formId: form.id, day: new Date(date) }));
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1 : 0));
    const halfHours = Array.from({ length: 48 }, (_, half) => ([18, 19].includes(half) ? 1 : 0));
    await prisma.dailyFormCounter.createMany({
      data: days.map((day) => ({ ...day, submissionCount: 3, hours, halfHours })),
    });
    const counted = days.flatMap((day) => [
      { ...day, origin: '', submissionCount: 1 },
      { ...day, origin: 'https://a.example', submissionCount: 2 },
    ]);
    await prisma.dailyOriginCounter.createMany({ data: counted });
    const payload = Buffer.from('{"json":"{\\"n\\":1.0}","isSpam":false}');
    const [refused, elsewhere] = [form.id, randomUUID()].map((formId) => ({ id: randomUUID(), formId, payload }));
    for (const data of [refused, elsewhere]) {
      if (data) await prisma.deadSubmission.create({ data: { ...data, reason: 'no room' } });
    }
    const sent = await buildSubmission(prisma, { formId: form.id, visitorLanguage: 'de' });
    const spam = await buildSubmission(prisma, { formId: form.id, isSpam: true });
    const worked = { isStarred: true, tags: ['b2b'], note: 'Call back' };
    await account.call(`PATCH /api/v1/forms/${form.id}/submissions/${sent.id}`, { token, body: worked });
    await account.call(`POST /api/v1/forms/${form.id}/views`, { token, body: { name: 'Mine', filter: { q: 'x' } } });
    const columns = [{ name: 'email', shown: true, width: 200 }];
    await account.call(`PATCH /api/v1/forms/${form.id}/fields`, { token, body: { fields: columns } });

    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const today = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="inlet-export-${today}.json"`);
    const exported = answer.body as Exported;
    expect(exported).toMatchObject({
      user: { id: user.id, email: user.email },
      sessions: [{ userAgent: 'a test' }],
      apiKeys: [{ name: 'Robot', scope: 'read' }],
      invitations: [{ email: user.email, usedAt: expiresAt.toISOString() }],
      subscription: subscribed,
      checkouts: [{ priceId: 'price_1', state: 'completed' }],
      usage: [{ month: '2026-11', submissions: 5 }],
      auditEvents: [
        { action: 'account.exported' },
        { action: 'form.columns_changed' },
        { action: 'view.created' },
        { action: 'submission.updated' },
        { action: 'api_key.created' },
      ],
      mailedLinks: [{ purpose: 'change-email', email: 'next@example.com' }],
    });
    expect(exported.forms[1]).toMatchObject({
      spam: { threshold: 0.99, blockList: ['casino'], captcha: 'turnstile' },
      notifications: { mode: 'daily', recipients: [{ email: 'crew@example.com' }] },
    });
    expect(exported.forms[1]).toMatchObject({
      inbox: { readBefore: null, columns, views: [{ name: 'Mine', filter: { q: 'x' } }] },
    });
    expect(exported.setAside).toMatchObject([{ submission: { json: '{"n":1.0}' } }]);
    expect(answer.text).not.toContain('no room');
    expect(exported.forms[1]).toMatchObject({
      days: ['2026-11-21', '2026-11-20'].map((date) => ({ date, count: 3, hours: hours.map((count) => 3 * count) })),
      origins: counted.map(({ day, origin, submissionCount }) => ({
        date: day.toISOString().slice(0, 10),
        origin,
        count: submissionCount,
      })),
    });
    expect(answer.text).not.toContain('secret');
    expect(exported.forms.map(({ name, submissions }) => [name, submissions.length])).toEqual([
      ['Empty', 0],
      ['Contact', 2],
    ]);
    expect(exported.forms[1]?.submissions).toMatchObject([
      {
        id: sent.id,
        isSpam: false,
        origin: 'https://example.com',
        visitorLanguage: 'de',
        data: { email: 'visitor@example.com' },
        state: worked,
      },
      { id: spam.id, isSpam: true, visitorLanguage: null, state: null },
    ]);
  });

  it('holds the members, the invitations and how the person signs in, and no secret of them', async () => {
    const { prisma } = account.deps.database;
    const person = await buildMember(prisma, user.id, { role: 'viewer', formIds: [form.id] });
    const invited = { id: randomUUID(), userId: user.id, email: 'invited@example.com', role: 'editor' };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await prisma.workspaceInvitation.create({ data: { ...invited, tokenHash: 'secret-hash', expiresAt } });
    const ofPerson = { personId: user.id };
    await prisma.totp.create({ data: { ...ofPerson, sealed: Buffer.from('secret-seed'), confirmedAt: new Date() } });
    await prisma.recoveryCode.create({ data: { ...ofPerson, codeHash: 'secret-code' } });
    const passkey = { credentialId: randomUUID(), publicKey: Buffer.from('key'), counter: 1n, rpId: 'localhost' };
    await prisma.passkey.create({ data: { id: randomUUID(), ...ofPerson, ...passkey, name: 'Laptop' } });
    await prisma.identity.create({ data: { ...ofPerson, issuer: 'https://id.example', subject: randomUUID() } });
    const answer = await ask();
    expect(answer.body).toMatchObject({
      members: [
        { id: user.id, email: user.email, role: 'owner', allForms: true, formIds: [] },
        { id: person.id, email: person.email, role: 'viewer', allForms: false, formIds: [form.id] },
      ],
      workspaceInvitations: [{ email: 'invited@example.com', role: 'editor' }],
      factors: {
        totp: { confirmedAt: expect.any(String) },
        recoveryCodes: 1,
        passkeys: [{ name: 'Laptop', rpId: 'localhost' }],
        identities: [{ issuer: 'https://id.example' }],
      },
    });
    for (const secret of ['secret', passkey.credentialId, Buffer.from('key').toString('base64')]) {
      expect(answer.text).not.toContain(secret);
    }
  });

  it('holds the integrations and their log, and no secret of them', async () => {
    const headers = { 'X-Token': 'very-secret' };
    const targets = await Promise.all([1, 2].map((n) => makeTarget(account, form, { name: `Target ${n}`, headers })));
    for (const { id: targetId } of targets) {
      for (const number of [1, 2]) await buildAttempt(account, { targetId, number, response: 'thanks' });
    }
    const answer = await ask();
    const [exported] = (answer.body as { forms: { targets: { name: string; attempts: unknown[] }[] }[] }).forms;
    expect(exported?.targets.map(({ name }) => name).toSorted()).toEqual(['Target 1', 'Target 2']);
    for (const { attempts } of exported?.targets ?? [])
      expect(attempts).toMatchObject(Array(2).fill({ response: 'thanks' }));
    for (const secret of ['very-secret', 'whsec_']) expect(answer.text).not.toContain(secret);
  });

  it('contains nothing that allows signing in', async () => {
    const made = await account.call('POST /api/v1/me/api-keys', {
      token,
      body: { name: 'Robot', scope: 'read', password: testPassword },
    });
    const { text } = await ask();
    const { pool } = account.deps.database;
    const { rows } = await pool.query<{ hash: string }>(
      `select token_hash as hash from sessions where user_id = $1
       union all select token_hash from api_keys where user_id = $1
       union all select password_hash from users where id = $1`,
      [user.id],
    );
    for (const secret of [token, (made.body as { key: string }).key, ...rows.map(({ hash }) => hash)]) {
      expect(text).not.toContain(secret);
    }
    expect(rows).toHaveLength(3);
  });

  it.each([
    ['numbers beyond those of JavaScript', '{"a":1.0,"b":1e400,"c":12345678901234567890,"d":-0}'],
    ['fields that have a meaning in code', '{"__proto__":{"x":1},"constructor":"y"}'],
    ['a field that is there twice', '{"a":1,"a":2}'],
    ['spaces and line ends', '{ "a" : [ 1,\n 2 ] }'],
    ['characters of every kind', '{"a":"\\u2028 שלום 🌊 \\"quoted\\" \\\\"}'],
  ])('keeps %s as they were sent', async (_what, data) => {
    await account.deps.database.pool.query(
      'insert into submissions (id, form_id, data, created_at) values ($1, $2, $3, now())',
      [randomUUID(), form.id, data],
    );
    const { text } = await ask();
    expect(text).toContain(`"data":${data}}`);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each([
    ['many small submissions', 7_000, 10],
    ['a few that are each a page of their own', 9, 1_100_000],
    ['some of every size', 300, 30_000],
  ])('holds each of %s once, newest first', async (_what, count, characters) => {
    await fill(count, characters);
    const [exported] = ((await ask()).body as Exported).forms;
    const numbers = exported?.submissions.map(
      (submission) => (submission as unknown as { data: { n: number } }).data.n,
    );
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => count - index));
  });

  it('holds each submission once of many that came in the same moment', async () => {
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', timestamptz '2025-03-01' from generate_series(1, 2500)`,
      [form.id],
    );
    const [exported] = ((await ask()).body as Exported).forms;
    expect(new Set(exported?.submissions.map(({ id }) => id)).size).toBe(2_500);
  });

  it('contains nothing of other accounts', async () => {
    const { prisma } = account.deps.database;
    const other = await buildUser(prisma, { email: 'other@example.com' });
    const foreign = await buildForm(prisma, { userId: other.id });
    await buildSubmission(prisma, { formId: foreign.id, data: { secret: 'of a visitor' } });
    const { text } = await ask();
    for (const trace of [other.id, other.email, foreign.id, 'of a visitor']) expect(text).not.toContain(trace);
  });

  it('is possible without a subscription', async () => {
    const lapsed = await buildUser(account.deps.database.prisma, { subscriptionStatus: 'inactive' });
    expect((await ask(await account.signIn(lapsed))).status).toBe(200);
  });
});

describe('the export on its way', () => {
  /** An account service whose database records each read page of submissions, and may fail at one of them. */
  async function openWatched(failAt = Number.POSITIVE_INFINITY) {
    const pages: string[] = [];
    const lines: string[] = [];
    const { database } = account.deps;
    const pool = new Proxy(database.pool, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target);
        return (query: { name?: string }, ...rest: never[]) => {
          if (query.name === 'page-of-export') pages.push(query.name);
          if (pages.length >= failAt) throw new Error('the database is away');
          return Reflect.apply(target.query, target, [query, ...rest]);
        };
      },
    });
    const logger = createLogger({ service: 'test', level: 'trace' }, { write: (line) => lines.push(line) });
    const app = anotherApp(account.deps, {
      logger,
      database: { ...database, pool },
      openReads: () => primaryReads(pool),
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    onTestFinished(server.close);
    const open = (method = 'GET') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` };
        request({ method, port: server.port, path: '/api/v1/me/export', headers }, resolve).on('error', reject).end();
      });
    return { open, pages, errors: () => lines.filter((line) => line.includes('"http: request failed"')) };
  }

  it('breaks the connection when something fails, instead of ending the document', async () => {
    await fill(40, 900_000);
    const { open, errors } = await openWatched(5);
    const answer = await open();
    answer.resume();
    const error = await new Promise((resolve) => answer.on('error', resolve).on('end', resolve));
    expect(error).toMatchObject({ code: 'ECONNRESET' });
    expect(errors()).toHaveLength(1);
  });

  it('reads no further when its reader leaves, which is no failure', async () => {
    await fill(80, 900_000);
    const { open, pages, errors } = await openWatched();
    const answer = await open();
    const closed = new Promise((resolve) => answer.on('close', resolve));
    answer.once('data', () => answer.destroy()).on('error', () => undefined);
    await closed;
    expect(await settled(() => pages.length)).toBeLessThan(40);
    expect(errors()).toEqual([]);
  });

  it('waits for a reader who is slow, and reads no further ahead than the connection holds', async () => {
    await fill(80, 900_000);
    const { open, pages } = await openWatched();
    const answer = await open();
    await waitUntil(() => pages.length > 2);
    const before = await settled(() => pages.length);
    expect(before).toBeLessThan(40);
    answer.resume();
    await new Promise((resolve) => answer.on('end', resolve));
    // Two submissions that are nearly as large as a page fill one.
    expect(pages.length).toBeGreaterThan(40);
  });

  it('is not written where only its headers are asked for', async () => {
    const { open, pages } = await openWatched();
    const answer = await open('HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(pages).toEqual([]);
    expect(await account.deps.database.prisma.auditEvent.count({ where: { userId: user.id } })).toBe(0);
  });
});

/** A number once it has been stable for several checks. */
async function settled(read: () => number, looks = 15): Promise<number> {
  let last = read();
  let same = 0;
  await waitUntil(() => {
    const now = read();
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= looks;
  });
  return last;
}
