import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newApiKeySchema } from '@inlet/contracts/api-keys';
import { sessionSchema } from '@inlet/contracts/sessions';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createApi } from '#connection/api.ts';

export const programPath = fileURLToPath(import.meta.resolve('@inlet/cli/bin'));
const email = 'ada@example.com';
const password = 'correct horse battery';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  /** Null for a machine that has no key yet. */
  readonly token: string | null;
  readonly url: string;
  readonly folder: string;
}

/** Starts a command as a person would, with the environment of a machine of its own. */
export function spawnCli(args: readonly string[], { token, url, folder }: Surroundings) {
  const env = { INLET_URL: url, XDG_CONFIG_HOME: folder, NO_COLOR: '1' };
  return spawn(process.execPath, [programPath, ...args], {
    env: { ...env, ...(token !== null && { INLET_TOKEN: token }) },
  });
}

/** Runs a command to its end. */
export async function runCli(args: readonly string[], surroundings: Surroundings, input = ''): Promise<Ran> {
  const child = spawnCli(args, surroundings);
  child.stdin.end(input);
  const ended = new Promise<number | null>((done, reject) => child.once('error', reject).once('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

export type OpenedCli = Awaited<ReturnType<typeof openCli>>;

/** A running product with one person, a form, and a key for all scopes. */
export async function openCli({ environment = {} }: { environment?: Readonly<Record<string, string>> } = {}) {
  const product = await startFleets(1, { environment: { RATE_LIMITS: 'off', BILLING: 'off', ...environment } });
  const url = product.urls.gateway;
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  const session = sessionSchema.parse(await post('/api/auth/sign-up', { email, password }));
  const named = { name: 'cli', scope: 'write', password };
  const { key } = newApiKeySchema.parse(await post('/api/v1/me/api-keys', named, session.access_token));
  const api = createApi({ url, key });
  const form = await api.call('createForm', { body: { name: 'Contact', allowedOrigins: ['https://example.com'] } });
  await api.call('updateForm', { path: { id: form.id }, body: { allowedOrigins: [] } });
  const folder = await createDisposableFolder();
  const surroundings: Surroundings = { token: key, url, folder };
  return {
    ...{ product, url, key, session, api, form, folder, email, password },
    run: (args: readonly string[], more: Partial<Surroundings> = {}, input?: string) =>
      runCli(args, { ...surroundings, ...more }, input),
    start: (args: readonly string[], more: Partial<Surroundings> = {}) => spawnCli(args, { ...surroundings, ...more }),
  };
}
