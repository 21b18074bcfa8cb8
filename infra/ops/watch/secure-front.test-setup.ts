import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';

/** An untrusted certificate for `localhost`. */
async function makeCertificate(days: number): Promise<{ key: string; cert: string }> {
  const folder = await makeTemporaryFolder('inlet-tls-');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', `${days}`];
  const files = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...files, ...subject], { stdio: 'ignore' });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** A TLS server on this machine, whose certificate can be replaced by another that ends sooner. */
export async function startSecureFront(
  days: number,
  listener: RequestListener = (_request, response) => response.end(),
) {
  const first = await makeCertificate(days);
  const server = createServer(first, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: first.cert,
    /** The next connections get a certificate that is valid for this many days. */
    renew: async (forDays: number) => server.setSecureContext(await makeCertificate(forDays)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
