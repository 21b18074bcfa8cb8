import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '@inlet/local-servers/find-program';
import { freePorts } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { readProjectFile } from '#manifests/project-files.ts';

/** The address of a proxy, and the services behind it. */
export interface Places {
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly ingest: string;
  readonly gateway: string;
}

export interface FrontDoor {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  /** The certificate that a client must trust. */
  readonly ca: string;
}

export type StartProxy = (places: Places) => Promise<FrontDoor>;

export async function choosePorts(): Promise<Pick<Places, 'httpPort' | 'httpsPort'>> {
  const [httpPort = 0, httpsPort = 0] = await freePorts(2);
  return { httpPort, httpsPort };
}

/** Caddy with the Caddyfile of compose. Only its ports, its services and its certificate authority differ. */
export const startCaddy: StartProxy = async ({ httpPort, httpsPort, ingest, gateway }) => {
  const folder = await createDisposableFolder();
  const own = readProjectFile('infra/docker/Caddyfile');
  const forTest = `{\nlocal_certs\nskip_install_trust\nadmin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}\n}\n`;
  const file = join(folder, 'Caddyfile');
  const here = replaceAll(own, { 'ingest:8081': hostOf(ingest), 'gateway:8080': hostOf(gateway) });
  await writeFile(file, forTest + here);
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt');
  await start('caddy', {
    args: ['run', '--adapter', 'caddyfile', '--config', file],
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, INLET_HOST: 'localhost' },
    ports: [httpPort, httpsPort],
  });
  return doorOf({ httpPort, httpsPort }, certificate);
};

/** nginx with the file of the documentation. Only its ports, its service and its certificate differ. */
export const startNginx: StartProxy = async ({ httpPort, httpsPort, gateway }) => {
  const folder = await createDisposableFolder();
  const [, own = ''] = /```nginx\n([\s\S]*?)```/.exec(readProjectFile('docs/proxies.md')) ?? [];
  const live = '/etc/letsencrypt/live/forms.example.com';
  const here = replaceAll(own, {
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen [::]:80;': '',
    'listen 443 ': `listen 127.0.0.1:${httpsPort} `,
    'listen [::]:443 ssl http2;': '',
    [`${live}/fullchain.pem`]: join(folder, 'certificate.pem'),
    [`${live}/privkey.pem`]: join(folder, 'key.pem'),
    'forms.example.com': 'localhost',
    '127.0.0.1:8080': hostOf(gateway),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const around = [
    'daemon off;',
    // In a folder of the test, to which no other user may write.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr warn;',
    'events {}',
    `http {\naccess_log off;\n${temporary.join('\n')}\n${here}\n}\n`,
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, around.join('\n'));
  const certificate = join(folder, 'certificate.pem');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost'];
  const written = ['-keyout', join(folder, 'key.pem'), '-out', certificate];
  execFileSync('openssl', [...request, ...names, ...written], { stdio: 'ignore' });
  await start('nginx', {
    args: ['-c', file, '-p', folder, '-e', 'stderr'],
    env: {},
    ports: [httpPort, httpsPort],
  });
  return doorOf({ httpPort, httpsPort }, certificate);
};

const hostOf = (url: string) => new URL(url).host;

/** Every replaced part must exist, so that no test runs without its changes. */
function replaceAll(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((current, [before, after]) => {
    if (!current.includes(before)) throw new Error(`The configuration lacks ${before}`);
    return current.replaceAll(before, after);
  }, text);
}

function doorOf({ httpPort, httpsPort }: Pick<Places, 'httpPort' | 'httpsPort'>, certificate: string): FrontDoor {
  return {
    httpUrl: `http://localhost:${httpPort}`,
    httpsUrl: `https://localhost:${httpsPort}`,
    ca: readFileSync(certificate, 'utf8'),
  };
}

interface Run {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
}

/** `npm test` installs the programs before the first test. */
async function start(name: 'caddy' | 'nginx', { args, env, ports }: Run): Promise<void> {
  const program = findProgram([name], `${process.env.PATH ?? ''}:/usr/sbin`);
  if (!program) throw new Error(`The tests need ${name} (Debian, Ubuntu: sudo apt-get install ${name})`);
  const lines: string[] = [];
  const ready = async () => (await Promise.all(ports.map(accepts))).every(Boolean);
  const started = startProcess({ name, program, args, env, ready }, { onLine: (line) => lines.push(line) });
  await closeWithTest(Promise.resolve(started), ({ stop }) => stop());
  await started.ready.catch((error: unknown) => {
    throw new Error(`${String(error)}:\n${lines.join('\n')}`);
  });
}

/** Whether connections to a port of this machine are accepted. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
