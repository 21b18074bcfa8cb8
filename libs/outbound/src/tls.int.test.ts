import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { allowLoopback, openReceiver, openTestOutbound, resolver } from '#guard.test-setup.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!hasOpenssl)('fails for an untrusted certificate, and sends nothing', async () => {
  const folder = await makeTemporaryFolder('inlet-tls-');
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...files, ...subject], { stdio: 'ignore' });
  let requests = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => {
    requests += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await openTestOutbound({ allow: allowLoopback })(`https://localhost:${port}/`)).toMatchObject({
    error: 'The certificate is not valid',
  });
  expect(requests).toBe(0);
});

it('fails for a host that does not speak https', async () => {
  const { port } = await openReceiver();
  expect(await openTestOutbound({ allow: allowLoopback })(`https://127.0.0.1:${port}/`)).toMatchObject({
    error: 'The host does not speak https',
  });
});

it.each(['https://receiver.test:8443/', 'https://receiver.test/'])('connects to a public %s', async (url) => {
  const deliver = openTestOutbound({ isPublic: () => true, lookup: resolver(['127.0.0.1']), timeoutMs: 2_000 });
  // Whatever listens on that local port, the guard let the request through.
  const answer = await deliver(url);
  expect(answer).not.toMatchObject({ error: expect.stringMatching(/public|Only https/) });
});
