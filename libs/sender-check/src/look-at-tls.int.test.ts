import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createSecure, TLSSocket } from 'node:tls';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { lookAtTls } from '#look-at-tls.ts';

let certificate: { readonly key: string; readonly cert: string };

beforeAll(async () => {
  const folder = await makeTemporaryFolder('inlet-smtp-');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-nodes', '-subj', '/CN=mail', '-addext', 'subjectAltName=DNS:mail.example.org', '-days', '30'];
  const files = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...files, ...subject], { stdio: 'ignore' });
  certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
});

/** A mail server on this machine. */
async function listen(server: Server): Promise<{ host: string; port: number }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** A server that talks as it is told, and begins TLS after its answer to STARTTLS. */
function mailServer(
  greeting: string,
  answers: Readonly<Record<string, string>>,
): Promise<{ host: string; port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(greeting);
    socket.on('data', (chunk) => {
      const verb = chunk.toString().trim().split(' ')[0] ?? '';
      socket.write(answers[verb] ?? '500 what\r\n');
      if (verb !== 'STARTTLS') return;
      socket.removeAllListeners('data');
      sockets.delete(socket);
      sockets.add(new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined));
    });
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
}

const server = { host: 'mail.example.org', port: 25, isSecure: false };
const offering = { EHLO: '250-hello\r\n250-STARTTLS\r\n250 SIZE 100\r\n', STARTTLS: '220 go\r\n' };

it('sees a certificate behind STARTTLS, whether it is trusted, and whether it is for the name', async () => {
  const at = await mailServer('220-welcome\r\n220 here\r\n', offering);
  const ca = certificate.cert;
  const seen = await lookAtTls(server, { at, ca });
  expect(seen).toMatchObject({ isOffered: true, problem: null });
  expect(seen.endsAt?.getTime()).toBeGreaterThan(Date.now() + 28 * 86_400_000);
  expect((await lookAtTls(server, { at })).problem).toMatch(/self.signed/i);
  expect((await lookAtTls({ ...server, host: 'other.example.org' }, { at, ca })).problem).toMatch(/altnames|ALTNAME/);
});

it('sees TLS from the first byte, and a server that offers none', async () => {
  const secure = createSecure(certificate);
  onTestFinished(() => void secure.close());
  const seen = await lookAtTls({ ...server, isSecure: true }, { at: await listen(secure), ca: certificate.cert });
  expect(seen).toMatchObject({ isOffered: true, problem: null });
  const plain = await mailServer('220 here\r\n', { EHLO: '250 hello\r\n' });
  expect(await lookAtTls(server, { at: plain })).toEqual({ isOffered: false, problem: null, endsAt: null });
});

it('says what is wrong with a server that is none, that says too much, or that says nothing', async () => {
  const reason = async (greeting: string, timeoutMs?: number) => {
    const at = await mailServer(greeting, {});
    return lookAtTls(server, { at, ...(timeoutMs !== undefined && { timeoutMs }) }).catch(({ message }) => message);
  };
  expect(await reason('554 go away\r\n')).toBe('it says "554 go away\\r\\n"');
  expect(await reason(`220-${'x'.repeat(9_000)}`)).toBe('it says too much');
  expect(await reason('', 50)).toBe('no answer within 0.05 s');
});
