import { createHash, randomBytes } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { clientAt, totalsOf, uploadOf } from '#front-door/client.test-setup.ts';
import { choosePorts, type StartProxy, startCaddy, startNginx } from '#front-door/proxies.test-setup.ts';
import { addForm } from '#house/house.test-setup.ts';
import { withoutBilling } from '#house/open-house.test-setup.ts';

const uploadBytes = 20_000_000;
const perMinute = 2;

/** The real services behind a proxy, with the settings that `inlet-setup` writes. */
async function openBehind(start: StartProxy) {
  const ports = await choosePorts();
  const house = await startFleets(1, {
    environment: {
      ...withoutBilling,
      PUBLIC_URL: `https://localhost:${ports.httpsPort}`,
      TRUSTED_PROXIES: '1',
      RATE_LIMITS: 'on',
      RATE_LIMIT_PER_MINUTE: String(perMinute),
      FILES_FOLDER: await createDisposableFolder(),
    },
  });
  const door = await start({ ...ports, ...house.urls });
  return { house, door };
}

it.each([
  ['Caddy, as compose runs it', startCaddy],
  ['nginx, as the documentation has it', startNginx],
])('the product behind %s', async (_name, start) => {
  const { house, door } = await openBehind(start);
  const { prisma } = house.database;

  // HTTP redirects to HTTPS, and a form that is posted by HTTP is posted again.
  const redirect = await fetch(`${door.httpUrl}/forms?x=1`, { method: 'POST', redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'https://localhost/forms?x=1']);

  // The app's pages are reachable, and internal routes are not.
  const ada = clientAt('127.0.0.2', door);
  for (const path of ['/auth', '/forms']) {
    const page = await ada.ask(path);
    expect([path, page.status, page.body]).toEqual([path, 200, expect.stringContaining('<title>Inlet</title>')]);
    expect(page.headers['strict-transport-security']).toContain('max-age=');
  }
  for (const path of ['/metrics', '/readyz', '/internal/forms/abc', '/f/../metrics', '/api/forms/%2e%2e/%2e%2e/readyz'])
    expect([path, (await ada.ask(path)).status]).toEqual([path, 404]);

  // The account's trail contains the client's address, whatever headers the client sends.
  const forged = { 'x-forwarded-for': '203.0.113.9' };
  const signUp = { email: 'ada@example.com', password: 'correct horse battery', transport: 'token' };
  const session = sessionSchema.parse(JSON.parse((await ada.post('/api/auth/sign-up', signUp, forged)).body));
  const authorization = `Bearer ${session.access_token}`;
  const authorized = { authorization, 'content-type': 'application/json' };
  const made = await ada.ask('/api/v1/forms', {
    method: 'POST',
    headers: authorized,
    body: '{"name":"Contact","allowedOrigins":["https://example.com"]}',
  });
  expect(made.status).toBe(201);
  const seen = await prisma.auditEvent.findMany({ where: { address: { not: null } } });
  expect([...new Set(seen.map(({ address }) => address))]).toEqual(['127.0.0.2']);

  // Each visitor has a separate rate limit at both addresses of a form.
  const form = await addForm(house, { userId: session.user.id });
  const short = `/f/${form.endpointId}`;
  for (const [path, addresses] of [
    [short, ['127.0.1.1', '127.0.1.2']],
    [`/api/forms/${form.endpointId}`, ['127.0.2.1', '127.0.2.2']],
  ] as const) {
    for (const address of addresses) {
      const visitor = clientAt(address, door);
      const statuses = [];
      for (let n = 0; n <= perMinute; n += 1) statuses.push((await visitor.post(path, { n }, forged)).status);
      expect([path, address, ...statuses]).toEqual([path, address, 200, 200, 429]);
    }
  }
  const whole = { where: { formId: form.id } };
  await waitUntil(async () => (await prisma.submission.count(whole)) === 8, { what: 'the eight submissions' });

  // An upload arrives whole, and Inlet itself refuses one that is too long: a website may read the reason.
  const file = randomBytes(uploadBytes);
  const grace = clientAt('127.0.3.1', door);
  expect((await grace.ask(short, uploadOf(file))).status).toBe(200);
  await waitUntil(async () => (await prisma.file.count()) === 1, { what: 'the file' });
  const digest = createHash('sha256').update(file).digest('hex');
  expect(await prisma.file.findMany()).toMatchObject([{ size: BigInt(uploadBytes), sha256: digest }]);
  const begun = uploadOf(Buffer.alloc(100_000));
  const long = { ...begun.headers, origin: 'https://example.com', 'content-length': '255000000' };
  const refused = await grace.ask(short, { ...begun, headers: long });
  expect(refused).toMatchObject({ status: 413, headers: { 'access-control-allow-origin': 'https://example.com' } });

  // A live stream delivers an event while it stays open.
  const stream = await ada.open(`/api/v1/forms/${form.id}/live`, { headers: authorized });
  const totals = totalsOf(stream);
  const { value: before = 0 } = await totals.next();
  expect((await clientAt('127.0.3.2', door).post(short, { live: true })).status).toBe(200);
  for (let total = before; total <= before; ) total = (await totals.next()).value ?? 0;
});

it('a website may read that ingest is away', async () => {
  const places = { ...(await choosePorts()), gateway: 'http://127.0.0.1:1', ingest: 'http://127.0.0.1:1' };
  const visitor = clientAt('127.0.4.1', await startCaddy(places));
  const answer = await visitor.post('/f/abc', {});
  expect(answer).toMatchObject({ status: 502, headers: { 'access-control-allow-origin': '*' } });
});
