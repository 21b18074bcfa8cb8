import { once } from 'node:events';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { freePort } from '@inlet/local-servers/free-port';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { noteSchedule } from '#backup/backup-schedule.ts';
import { describeDiagnosis, diagnose } from '#doctor/diagnose.ts';
import { lookAtBackups } from '#doctor/look-at-backups.ts';
import { judgeVolume, lookAtVolumes } from '#doctor/look-at-disk.ts';
import { lookAtPublic } from '#doctor/look-at-public.ts';
import type { Way } from '#doctor/public-way.ts';
import { loadSettings } from '#doctor/settings.ts';
import { startSecureFront } from '#watch/secure-front.test-setup.ts';

const PUBLIC_URL = 'https://localhost';

/** An HTTP server on this machine. */
async function startPlain(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A TLS proxy for `localhost`, and a server at its plain port. All connections go to this machine. */
async function startFront(days: number, listener: RequestListener, plainPort?: number) {
  const front = await startSecureFront(days, listener);
  onTestFinished(front.close);
  const nobody = await freePort();
  const to = ({ protocol }: URL) => {
    const port = protocol === 'https:' ? Number(new URL(front.url).port) : (plainPort ?? nobody);
    return { host: '127.0.0.1', port };
  };
  return { ...front, way: { to, ca: front.ca } satisfies Way };
}

const sayings = (findings: readonly { level: string; says: string }[]) =>
  findings.map(({ level, says }) => `${level}: ${says}`);
const well: RequestListener = (_request, response) => response.end('{}');

it('sees the answer, the certificate and the redirect of the public address', async () => {
  const redirecting = await startPlain((_request, response) =>
    response.writeHead(308, { location: `${PUBLIC_URL}/` }).end(),
  );
  const { way, renew } = await startFront(90, well, redirecting);
  const look = async (changes: object = {}) =>
    sayings(await lookAtPublic(loadSettings({ PUBLIC_URL, ...changes }), way));
  expect(await look({ TRUSTED_PROXIES: '1' })).toEqual([
    `fine: ${PUBLIC_URL} leads through the gateway to account`,
    expect.stringMatching(/^fine: The certificate of https:\/\/localhost ends in (89|90) days$/),
    'fine: http://localhost/ leads to HTTPS',
  ]);
  expect(await look({ TRUSTED_PROXIES: '0' })).toContain(
    'fault: All visitors share one rate limit: TRUSTED_PROXIES is 0, and a proxy is before the gateway',
  );
  // The new certificate is untrusted, but its end is still read.
  await renew(5);
  const found = await look();
  expect(found[0]).toMatch(/^fault: https:\/\/localhost does not answer: .*certificate/);
  expect(found[1]).toMatch(/^warning: The certificate of https:\/\/localhost ends in [45] days$/);
});

it('sees a plain port that redirects nobody, a gateway that is away, and an address that nobody has', async () => {
  const plain = await startPlain(well);
  const { way } = await startFront(90, (_request, response) => response.writeHead(502).end(), plain);
  const look = async (env: Readonly<Record<string, string>>, to: Way = way) =>
    sayings(await lookAtPublic(loadSettings(env), to));
  expect(await look({ PUBLIC_URL })).toEqual([
    `fault: ${PUBLIC_URL} answers with status 502`,
    expect.stringMatching(/^fine: The certificate/),
    'warning: http://localhost/ answers with status 200 and leads nobody to HTTPS',
  ]);
  const nobody = await freePort();
  const away: Way = { to: () => ({ host: '127.0.0.1', port: nobody }) };
  expect(await look({ PUBLIC_URL }, away)).toEqual([
    expect.stringMatching(/^fault: https:\/\/localhost does not answer: .*ECONNREFUSED/),
    'fine: Nobody answers at http://localhost/, so nothing is sent openly',
  ]);
  // A container may be unable to reach its own public address, although others can.
  const GATEWAY_URL = 'http://gateway:8080';
  const [first] = await look({ PUBLIC_URL: 'https://forms.example.com', GATEWAY_URL }, away);
  expect(first).toMatch(/^warning: https:\/\/forms\.example\.com does not answer/);
  expect(
    await look({ PUBLIC_URL: 'http://forms.example.com' }, { to: () => ({ host: '127.0.0.1', port: plain }) }),
  ).toContain('warning: http://forms.example.com is plain HTTP: passwords travel openly');
});

it('says that a container cannot look at an address of the machine around it', async () => {
  const settings = loadSettings({ PUBLIC_URL: 'http://localhost:8080', GATEWAY_URL: 'http://gateway:8080' });
  expect(await lookAtPublic(settings)).toEqual([]);
  const lines = describeDiagnosis(await diagnose({ ...settings, GATEWAY_URL: 'http://gateway.invalid:8080' }));
  expect(lines.at(-1)).toContain('a PUBLIC_URL that is reached from here (http://localhost:8080 is not)');
});

it('sees whether a visitor can choose the address that is counted', async () => {
  const { urls, redisUrl, keys } = await startFleets(1, {
    services: ['account', 'ingest', 'gateway'],
    environment: { TRUSTED_PROXIES: '1', RATE_LIMITS: 'on' },
  });
  const REDIS_PREFIX = keys.queues.slice(1, -1);
  const settings = loadSettings({ PUBLIC_URL, TRUSTED_PROXIES: '1', REDIS_URL: redisUrl, REDIS_PREFIX });
  /** The findings behind a proxy that forwards these addresses. */
  const behind = async (forwarded: (given: string) => string) => {
    const proxy = await startFront(90, async (request, response) => {
      const given = String(request.headers['x-forwarded-for'] ?? '');
      const answer = await fetch(`${urls.gateway}${request.url}`, { headers: { 'x-forwarded-for': forwarded(given) } });
      response.writeHead(answer.status).end(await answer.text());
    });
    return sayings(await lookAtPublic(settings, proxy.way)).at(-1);
  };
  const nobodyCan = 'fine: Nobody can choose the address that rate limits count';
  expect(await behind(() => '198.51.100.7')).toBe(nobodyCan);
  expect(await behind((given) => `${given}, 198.51.100.7`)).toBe(nobodyCan);
  // One proxy less than are trusted.
  expect(await behind((given) => given)).toMatch(/^fault: Anybody can choose the address/);
});

it('tells how full each volume is', async () => {
  const levels = [3, 10, 50].map((free) => judgeVolume('postgres', { size: 100e9, free: free * 1e9 }).level);
  expect(levels).toEqual(['fault', 'warning', 'fine']);
  expect(judgeVolume('redis', { size: 100e9, free: 10e9 }).says).toBe('The volume of redis has 10.0 of 100.0 GB left');
  const folder = await createDisposableFolder();
  const [here, gone] = await lookAtVolumes(
    new Map([
      ['here', folder],
      ['gone', join(folder, 'nowhere')],
    ]),
  );
  expect(here?.says).toMatch(/^The volume of here has/);
  expect(gone).toMatchObject({ level: 'warning', says: expect.stringMatching(/^The volume of gone cannot be seen/) });
});

it('tells whether scheduled backups come', async () => {
  const folder = join(await createDisposableFolder(), 'backups');
  expect(sayings(await lookAtBackups(folder))).toEqual([`warning: No backups are scheduled in ${folder}`]);
  await mkdir(folder);
  await noteSchedule(folder, 86_400);
  expect((await lookAtBackups(folder))[0]?.level).toBe('fine');
  const path = join(folder, 'inlet-2026-01-01T03-00-00-000Z.backup');
  await writeFile(path, '');
  const longAgo = new Date(Date.now() - 31 * 3_600_000);
  await utimes(path, longAgo, longAgo);
  expect(sayings(await lookAtBackups(folder))).toEqual([
    'fault: The newest backup is 31.0 hours old, and one is due every 24.0 hours',
  ]);
});
