import { randomUUID } from 'node:crypto';
import { refusals } from '@inlet/contracts/api/refusals';
import type { DeliveryAttempt, Form, FormCheck, Replay, SavedView, Submission, Target, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { buildDeliveries, buildStopping } from '#deliveries/build-deliveries.test-setup.ts';
import { startTestEndpoint, type TestEndpoint } from '#forms/test-submissions/test-endpoint.test-setup.ts';
import { createAccessTokens } from '#identity/sessions/access-tokens.ts';
import { makeKey } from '#make-key.test-setup.ts';
import { listRoutes, readEverything, unsigned } from '#routes.test-setup.ts';

/**
 * The callers of a route: `form` routes belong to the owner of the form in their address, and so do `stream` routes,
 * whose response has no end; `target`, `hook` and `replay` routes belong to the owner of the form of these; `erasure`
 * routes to the account that requested it; `person` routes accept no key.
 */
type Access = 'probe' | 'service' | 'everybody' | 'user' | 'person' | Owned;
const ownedKinds = ['form', 'stream', 'target', 'hook', 'replay', 'erasure'] as const;
type Owned = (typeof ownedKinds)[number];

/** Every route. A missing one fails the test, because its callers are not defined. */
const routes: Readonly<Record<string, Access>> = {
  'GET /livez': 'probe',
  'GET /readyz': 'probe',
  'GET /metrics': 'probe',
  'GET /internal/forms/:endpointId': 'service',
  'POST /internal/counters': 'service',
  'POST /internal/quotas': 'service',
  'POST /internal/uploads': 'service',
  'DELETE /internal/uploads/:id': 'service',
  'GET /internal/submissions/:id': 'service',
  'GET /api/config': 'everybody',
  'GET /api/openapi.json': 'everybody',
  'GET /api/reference': 'everybody',
  'POST /api/auth/sign-up': 'everybody',
  'POST /api/auth/sign-in': 'everybody',
  'POST /api/auth/second-factor': 'everybody',
  'POST /api/auth/passkey/options': 'everybody',
  'POST /api/auth/passkey': 'everybody',
  'POST /api/auth/refresh': 'everybody',
  'POST /api/auth/sign-out': 'everybody',
  // The key in the body authorises the request.
  'POST /api/auth/revoke-key': 'everybody',
  'POST /api/auth/forgot-password': 'everybody',
  'POST /api/auth/reset-password': 'everybody',
  'POST /api/auth/confirm-email': 'everybody',
  'POST /api/auth/verify-email': 'everybody',
  // The token of the mailed link authorises the request.
  'POST /api/auth/read-invitation': 'everybody',
  'GET /api/auth/oidc/:provider': 'everybody',
  'GET /api/auth/oidc/:provider/callback': 'everybody',
  'POST /api/v1/me/invitation': 'person',
  'POST /api/auth/resend-verification': 'person',
  // The token in the address authorises the request.
  'GET /api/mail/unsubscribe': 'everybody',
  'POST /api/mail/unsubscribe': 'everybody',
  // Anyone may call them; only signed reports are accepted.
  'POST /mail-events/generic': 'everybody',
  'POST /mail-events/ses': 'everybody',
  'POST /api/auth/change-password': 'person',
  'POST /api/auth/change-email': 'person',
  'POST /api/auth/confirm': 'person',
  'GET /api/v1/me/totp': 'person',
  'POST /api/v1/me/totp': 'person',
  'POST /api/v1/me/totp/confirm': 'person',
  'DELETE /api/v1/me/totp': 'person',
  'POST /api/v1/me/recovery-codes': 'person',
  'POST /api/v1/me/passkeys/options': 'person',
  'POST /api/v1/me/passkeys': 'person',
  'GET /api/v1/me/passkeys': 'person',
  'DELETE /api/v1/me/passkeys/:id': 'person',
  'GET /api/v1/mail/check': 'person',
  'POST /api/v1/mail/test': 'person',
  'GET /api/v1/mail/test/:id': 'person',
  'GET /api/products': 'everybody',
  'GET /api/payment/early-pro-count': 'everybody',
  'POST /api/payment/create-checkout-session': 'person',
  'POST /api/payment/create-portal-session': 'person',
  // Anyone may call it; only events signed by Stripe are accepted.
  'POST /api/payment/webhook': 'everybody',
  'GET /api/v1/billing': 'person',
  'POST /api/v1/billing/preview': 'person',
  'POST /api/v1/billing/change': 'person',
  'POST /api/v1/billing/cancel': 'person',
  'POST /api/v1/billing/resume': 'person',
  'GET /api/v1/billing/invoices': 'person',
  'GET /api/v1/me': 'user',
  'PATCH /api/v1/me': 'user',
  'DELETE /api/v1/me': 'person',
  'GET /api/v1/me/export': 'person',
  'GET /api/v1/me/audit': 'person',
  'GET /api/v1/me/api-keys': 'person',
  'POST /api/v1/me/api-keys': 'person',
  'DELETE /api/v1/me/api-keys/:id': 'person',
  'GET /api/v1/usage': 'user',
  'GET /api/v1/analytics': 'user',
  'GET /api/v1/dashboard': 'user',
  'GET /api/v1/changes': 'user',
  'GET /api/v1/me/sessions': 'person',
  'DELETE /api/v1/me/sessions': 'person',
  'DELETE /api/v1/me/sessions/:id': 'person',
  'GET /api/v1/me/identities': 'person',
  'POST /api/v1/me/identities': 'person',
  'DELETE /api/v1/me/identities/:id': 'person',
  'POST /api/auth/device': 'everybody',
  // The device code authorises the request.
  'POST /api/auth/device/token': 'everybody',
  'GET /api/v1/me/devices/:code': 'person',
  'POST /api/v1/me/devices/:code/approve': 'person',
  'POST /api/v1/me/devices/:code/deny': 'person',
  'GET /api/v1/workspaces': 'person',
  'POST /api/v1/workspaces': 'person',
  'PATCH /api/v1/workspaces/:id': 'person',
  'DELETE /api/v1/workspaces/:id': 'person',
  'POST /api/v1/workspaces/:id/use': 'person',
  'GET /api/v1/workspaces/:id/members': 'person',
  'PATCH /api/v1/workspaces/:id/members/:personId': 'person',
  'DELETE /api/v1/workspaces/:id/members/:personId': 'person',
  'GET /api/v1/workspaces/:id/audit': 'person',
  'POST /api/v1/workspaces/:id/invitations': 'person',
  'DELETE /api/v1/workspaces/:id/invitations/:invitationId': 'person',
  'POST /api/v1/invitations/accept': 'person',
  'GET /api/v1/forms': 'user',
  'POST /api/v1/forms': 'user',
  'GET /api/v1/forms/:id': 'form',
  'PATCH /api/v1/forms/:id': 'form',
  'GET /api/v1/forms/:id/analytics': 'form',
  'DELETE /api/v1/forms/:id': 'form',
  'POST /api/v1/forms/:id/test-submission': 'form',
  'GET /api/v1/forms/:id/refusals': 'form',
  'GET /api/v1/me/retention': 'user',
  'PATCH /api/v1/me/retention': 'user',
  'GET /api/v1/forms/:id/retention': 'form',
  'PATCH /api/v1/forms/:id/retention': 'form',
  'POST /api/v1/forms/:id/check': 'form',
  'GET /api/v1/forms/:id/check': 'form',
  'PATCH /api/v1/forms/:id/check': 'form',
  'GET /api/v1/forms/:id/check/:checkId': 'form',
  'GET /api/v1/forms/:id/rules': 'form',
  'PUT /api/v1/forms/:id/rules': 'form',
  'POST /api/v1/forms/:id/rules/suggest': 'form',
  'POST /api/v1/forms/:id/rules/try': 'form',
  'POST /api/v1/forms/:id/conditions/try': 'form',
  'GET /api/v1/forms/:id/page': 'form',
  'PATCH /api/v1/forms/:id/page': 'form',
  'GET /api/v1/forms/:id/page/views': 'form',
  // A hosted page, for visitors.
  'GET /s/:endpointId': 'everybody',
  'GET /confirm-address': 'everybody',
  'POST /confirm-address': 'everybody',
  'GET /api/v1/forms/:id/spam': 'form',
  'PATCH /api/v1/forms/:id/spam': 'form',
  'GET /api/v1/forms/:id/export': 'form',
  'GET /api/v1/forms/:id/live': 'stream',
  'POST /api/v1/forms/:id/import': 'form',
  'GET /api/v1/forms/:id/imports': 'form',
  'DELETE /api/v1/forms/:id/imports/:importId': 'form',
  'GET /api/v1/forms/:id/submissions': 'form',
  'POST /api/v1/forms/:id/submissions/delete': 'form',
  'POST /api/v1/forms/:id/submissions/mark': 'form',
  'POST /api/v1/forms/:id/submissions/update': 'form',
  'GET /api/v1/forms/:id/submissions/:sid': 'form',
  'GET /api/v1/forms/:id/submissions/:sid/similar': 'form',
  'GET /api/v1/forms/:id/submissions/:sid/files': 'form',
  // The signature in the address authorises the request.
  'GET /files/:id': 'everybody',
  'GET /files/of/:id': 'everybody',
  'PATCH /api/v1/forms/:id/submissions/:sid': 'form',
  'DELETE /api/v1/forms/:id/submissions/:sid': 'form',
  'GET /api/v1/forms/:id/counts': 'form',
  'GET /api/v1/forms/:id/fields': 'form',
  'PATCH /api/v1/forms/:id/fields': 'form',
  'GET /api/v1/forms/:id/views': 'form',
  'POST /api/v1/forms/:id/views': 'form',
  'PATCH /api/v1/forms/:id/views/:viewId': 'form',
  'DELETE /api/v1/forms/:id/views/:viewId': 'form',
  'GET /api/v1/forms/:id/notifications': 'form',
  'PATCH /api/v1/forms/:id/notifications': 'form',
  'POST /api/v1/forms/:id/notifications/resend': 'form',
  'POST /api/recipients/confirm': 'everybody',
  'GET /api/v1/forms/:id/targets': 'form',
  'POST /api/v1/forms/:id/targets': 'form',
  'GET /api/v1/forms/:id/samples': 'form',
  'GET /api/v1/targets/:id': 'target',
  'PATCH /api/v1/targets/:id': 'target',
  'DELETE /api/v1/targets/:id': 'target',
  'POST /api/v1/targets/:id/pause': 'target',
  'POST /api/v1/targets/:id/resume': 'target',
  'POST /api/v1/targets/:id/test': 'target',
  'POST /api/v1/targets/:id/rotate-secret': 'target',
  'POST /api/v1/targets/:id/skip': 'target',
  'POST /api/v1/targets/:id/replay': 'target',
  'GET /api/v1/targets/:id/attempts': 'target',
  'GET /api/v1/targets/:id/attempts/:aid': 'target',
  'GET /api/v1/replays/:id': 'replay',
  'GET /api/v1/people': 'user',
  'POST /api/v1/erasures': 'person',
  'GET /api/v1/erasures': 'user',
  'GET /api/v1/erasures/key': 'user',
  'GET /api/v1/erasures/:id': 'erasure',
  'POST /api/v1/hooks': 'user',
  'GET /api/v1/hooks/:id': 'hook',
  'DELETE /api/v1/hooks/:id': 'hook',
};
/** Responses with separate tests: one without an end, one that waits for the worker, and imports. */
const answeredElsewhere = [
  ...['GET /api/v1/forms/:id/live', 'POST /api/v1/targets/:id/test'],
  ...['POST /api/v1/forms/:id/import', 'DELETE /api/v1/forms/:id/imports/:importId'],
];
const routesFor = (...accesses: Access[]) =>
  Object.keys(routes).filter((route) => accesses.includes(routes[route] ?? 'probe'));

let account: TestAccount;
let endpoint: TestEndpoint;
let owner: User;
let form: Form;
let submission: Submission;
let view: SavedView;
let strangersToken: string;
let strangersKey: string;
let strangersForm: Form;
let target: Target;
let hook: Target;
let replay: Replay;
let erasureId: string;
let attempt: DeliveryAttempt;
let check: FormCheck;

beforeAll(async () => {
  endpoint = await startTestEndpoint();
  account = await startTestAccount({ INGEST_URL: endpoint.url });
  const { prisma } = account.deps.database;
  owner = await buildUser(prisma, { email: 'owner@example.com' });
  form = await buildForm(prisma, { userId: owner.id, name: 'The owner’s form' });
  submission = await buildSubmission(prisma, { formId: form.id, data: { secret: 'of a visitor' } });
  view = await prisma.savedView.create({ data: { id: randomUUID(), formId: form.id, name: 'Mine', filter: {} } });
  const ended = { pageUrl: 'https://site.example', finishedAt: new Date() };
  check = await prisma.formCheck.create({ data: { id: randomUUID(), formId: form.id, ...ended } });
  const stranger = await buildUser(prisma);
  strangersToken = await account.signIn(stranger);
  strangersForm = await buildForm(prisma, { userId: stranger.id });
  ({ target, hook, replay, attempt } = await buildDeliveries(account, form));
  const erasure = { id: randomUUID(), userId: owner.id, addressHash: new Uint8Array(32), state: 'done' };
  erasureId = (await prisma.erasure.create({ data: erasure })).id;
  strangersKey = (await makeKey(account, stranger.id)).key;
  // The use of a key is saved once a minute. This one counts as used until after the tests.
  await prisma.apiKey.updateMany({ data: { lastUsedAt: new Date(Date.now() + 3_600_000) } });
});
afterAll(() => Promise.all([account.close(), endpoint.close()]));

const taken = { name: 'Taken over', description: 'Taken over' };
const body = { ...taken, allowedOrigins: ['https://taken.example'], isActive: false };
const recipientEmail = 'recipient@example.com';
/** Bodies of routes that do not accept the default one. */
const otherBodies: readonly [RegExp, () => unknown][] = [
  [/^POST .*\/submissions\/delete$/, () => ({ ids: [submission.id] })],
  [/^POST .*\/submissions\/mark$/, () => ({ ids: [submission.id], isSpam: true })],
  [/^POST .*\/submissions\/update$/, () => ({ ids: [submission.id], set: { isStarred: true } })],
  [/^PATCH .*\/submissions\//, () => ({ isSpam: true, note: 'Taken over' })],
  [/^PATCH .*\/fields$/, () => ({ fields: [{ name: 'secret', shown: true }] })],
  [/^(POST|PATCH) .*\/views/, () => ({ name: 'Taken over', filter: { q: 'x' } })],
  [/^(POST .*\/targets|PATCH .*\/targets\/[^/]+)$/, () => ({ name: 'Taken over', url: 'https://taken.example' })],
  [/^PATCH .*\/retention$/, () => ({ days: 1 })],
  [/^(POST|PATCH) .*\/check$/, () => ({ url: 'https://taken.example' })],
  [/^PATCH .*\/page$/, () => ({ enabled: true })],
  [/^PUT .*\/rules$/, () => ({ mode: 'enforce', fields: [] })],
  [/^POST .*\/rules\/try$/, () => ({ rules: { mode: 'enforce', fields: [] } })],
  [/^POST .*\/conditions\/try$/, () => ({ when: null })],
  [/^PATCH .*\/notifications$/, () => ({ mode: 'daily' })],
  [/^POST .*\/notifications\/resend$/, () => ({ email: recipientEmail })],
  [/^POST .*\/replay$/, () => ({ submissionIds: [submission.id] })],
  [/^POST .*\/erasures$/, () => ({ email: 'visitor@example.com' })],
  [/^POST .*\/hooks$/, () => ({ formId: strangersForm.id, url: 'https://taken.example' })],
];
const ownIdOf = (access: Owned) =>
  ({ form: form.id, stream: form.id, target: target.id, hook: hook.id, replay: replay.id, erasure: erasureId })[access];
const notFoundOf = (access: Owned) => refusals[`${access === 'stream' ? 'form' : access}NotFound` as const];
const bodyFor = (request: string) =>
  request.startsWith('GET') ? {} : { body: otherBodies.find(([pattern]) => pattern.test(request))?.[1]() ?? body };
const submissionNotFound = { code: 'submission_not_found' };
const addressing = (route: string, id: string) =>
  route
    .replace(':id', id)
    .replace(':endpointId', form.endpointId)
    .replace(':sid', submission.id)
    .replace(':viewId', view.id)
    .replace(':checkId', check.id)
    .replace(':aid', attempt.id)
    .replace(':personId', owner.id);

const everythingStored = () => readEverything(account);

describe('the routes of account', () => {
  it('are those of which this test says whose they are', () => {
    expect(listRoutes(anotherApp(account.deps)).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('are none but those', async () => {
    const answer = await account.call('GET /api/v1/nothing', { token: strangersToken });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe.each(routesFor(...ownedKinds))('%s', (route) => {
  const access = routes[route] as Owned;

  it('is as absent to a stranger as if its form never was, and changes nothing', async () => {
    const before = await everythingStored();
    const { message, code } = notFoundOf(access);
    const asked = [ownIdOf(access), ownIdOf(access).toUpperCase(), randomUUID()].map((id) => addressing(route, id));
    const answers = await Promise.all(
      asked.flatMap((request) =>
        [strangersToken, strangersKey].map((token) => account.call(request, { token, ...bodyFor(request) })),
      ),
    );
    for (const { status, body: refusal } of answers) {
      expect([status, refusal]).toEqual([404, { error: message, code }]);
    }
    expect(await everythingStored()).toBe(before);
  });

  it.skipIf(answeredElsewhere.includes(route))('answers its owner', async () => {
    await buildStopping(account, target);
    await account.deps.database.prisma.recipient.createMany({
      data: { id: randomUUID(), formId: form.id, email: recipientEmail },
      skipDuplicates: true,
    });
    const request = addressing(route, ownIdOf(access));
    const answer = await account.call(request, { token: await account.signIn(owner), ...bodyFor(request) });
    expect(answer.status).toBeLessThan(300);
    // These calls may have changed the rows, so they are restored for the other routes.
    const { prisma } = account.deps.database;
    const { afterSending: _none, hostedPage: _page, fieldRoles: _roles, ...data } = form;
    await prisma.form.upsert({ where: { id: form.id }, create: data, update: data });
    await prisma.savedView.upsert({
      where: { id: view.id },
      create: { ...view, filter: {} },
      update: { name: view.name, filter: {} },
    });
    await prisma.formCheck.createMany({ data: { ...check, findings: [] }, skipDuplicates: true });
    for (const { template: _unset, conditions: _always, ...values } of [target, hook])
      await prisma.target.upsert({ where: { id: values.id }, create: values, update: values });
    await prisma.target.deleteMany({ where: { formId: form.id, id: { notIn: [target.id, hook.id] } } });
    await prisma.submission.deleteMany({ where: { id: submission.id } });
    await buildSubmission(prisma, { id: submission.id, formId: form.id, data: { secret: 'of a visitor' } });
  });
});

const nothingChanged = (route: string) => (route.endsWith('/update') ? { updated: 0 } : { count: 0 });

describe.each(routesFor('form').filter((route) => /submissions\/./.test(route)))('%s', (route) => {
  it('shows and changes nothing of another form’s submission, when a stranger asks by a form of their own', async () => {
    const before = await everythingStored();
    const request = addressing(route, strangersForm.id);
    for (const token of [strangersToken, strangersKey]) {
      const answer = await account.call(request, { token, ...bodyFor(request) });
      const isOfMany = !route.includes(':sid');
      expect([answer.status, answer.body]).toMatchObject(
        isOfMany ? [200, nothingChanged(route)] : [404, submissionNotFound],
      );
    }
    // A deletion of nothing is recorded for the caller's own account.
    await account.deps.database.prisma.auditEvent.deleteMany({
      where: { userId: strangersForm.userId, action: 'submissions.deleted' },
    });
    expect(await everythingStored()).toBe(before);
  });
});

describe.each(routesFor('person').filter((route) => route.includes('/:id')))('%s', (route) => {
  it('finds nothing of another account', async () => {
    const { prisma } = account.deps.database;
    await account.signIn(owner);
    await makeKey(account, owner.id);
    const owned = await Promise.all([
      prisma.session.findMany({ where: { userId: owner.id } }),
      prisma.apiKey.findMany({ where: { userId: owner.id } }),
    ]);
    const before = await everythingStored();
    for (const { id } of [owner, ...owned.flat()]) {
      const answer = await account.call(addressing(route, id), { token: strangersToken });
      expect(answer.status).toBe(404);
    }
    expect(await everythingStored()).toBe(before);
    await prisma.apiKey.deleteMany({ where: { userId: owner.id } });
  });
});

describe.each(routesFor('user'))('%s', (route) => {
  it('shows and changes nothing of another account', async () => {
    const before = await account.deps.database.prisma.form.findMany({ where: { userId: owner.id } });
    const request = route === 'GET /api/v1/people' ? `${route}?email=visitor@example.com` : route;
    const answer = await account.call(request, { token: strangersToken, ...bodyFor(route) });
    expect(answer.status).toBeLessThan(300);
    for (const text of [owner.id, owner.email, form.id, form.endpointId]) expect(answer.text).not.toContain(text);
    expect(await account.deps.database.prisma.form.findMany({ where: { userId: owner.id } })).toEqual(before);
  });
});

describe.each(routesFor('user', 'person', ...ownedKinds))('%s', (route) => {
  it('is closed to callers who do not prove their identity', async () => {
    const gone = await buildUser(account.deps.database.prisma);
    const tokenOfGone = await account.signIn(gone);
    await account.deps.database.prisma.user.delete({ where: { id: gone.id } });
    const { id: sid, refreshToken } = await account.deps.sessions.open(owner, testClient);
    const foreign = await createAccessTokens(['the secret of another installation, 32+']).issue(owner.id, sid);
    const attempts = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Basic ${btoa('owner@example.com:password')}` },
      { authorization: `Bearer ${refreshToken}` },
      { authorization: `Bearer ${unsigned({ sub: owner.id, sid, aud: 'inlet', exp: 9_999_999_999 })}` },
      { authorization: `Bearer ${tokenOfGone}` },
      { authorization: `Bearer ${foreign.token}` },
      { authorization: strangersToken },
      { cookie: `inlet_refresh=${refreshToken}` },
    ];
    const before = await everythingStored();
    const request = addressing(route, form.id);
    for (const headers of attempts) {
      const answer = await account.call(request, { headers, ...bodyFor(request) });
      expect([answer.status, answer.body]).toEqual([401, { error: 'Sign in to continue', code: 'unauthorized' }]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(await everythingStored()).toBe(before);
  });
});

describe.each(routesFor('person'))('%s', (route) => {
  it('is closed to a program with a key', async () => {
    const { key } = await makeKey(account, owner.id);
    await account.call('GET /api/v1/me', { token: key });
    const before = await everythingStored();
    const request = addressing(route, form.id);
    const answer = await account.call(request, { token: key, ...bodyFor(request) });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'person_required' }]);
    expect(await everythingStored()).toBe(before);
    await account.deps.database.prisma.apiKey.deleteMany({ where: { userId: owner.id } });
  });
});

describe.each(routesFor('service'))('%s', (route) => {
  it('is closed to an owner', async () => {
    const answer = await account.call(addressing(route, form.id), { token: await account.signIn(owner) });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'forbidden' }]);
  });
});
