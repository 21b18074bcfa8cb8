import { fileURLToPath } from 'node:url';
import { freePort } from '@inlet/local-servers/free-port';
import { startProcess } from '@inlet/local-servers/start-process';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf } from '#account-of.test-setup.ts';
import {
  addPasskey,
  beginSignIn,
  codeOf,
  finish,
  passkeyOptions,
  setUpTotp,
} from '#identity/factors/factors.test-setup.ts';

let account: TestAccount;
const lines: string[] = [];
let stop: () => Promise<unknown>;
beforeAll(async () => {
  const started = await startTestAccount();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // A process of its own, whose every line of log can be read.
  const service = startProcess(
    {
      name: 'account',
      program: process.execPath,
      args: [fileURLToPath(import.meta.resolve('#main.ts'))],
      env: { ...started.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'trace' },
      ready: `${url}/readyz`,
    },
    { onLine: (line) => void lines.push(line) },
  );
  stop = () => service.stop();
  await service.ready;
  account = { ...started, call: (request, call) => askAt(url, request, call) };
});
afterAll(async () => {
  await stop();
  await account.close();
});

const askAt: (url: string, ...args: Parameters<TestAccount['call']>) => ReturnType<TestAccount['call']> = async (
  url,
  request,
  { token, body } = {},
) => {
  const [method = 'GET', path = ''] = request.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
};

/** Every row of every table, as text. */
async function databaseDump(): Promise<string> {
  const { pool } = account.deps.database;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const tables = await Promise.all(
    rows.map(({ name }) => pool.query<{ row: string }>(`select each::text as row from ${name} each`)),
  );
  return tables.flatMap(({ rows: each }) => each.map(({ row }) => row)).join('\n');
}

/** Every key of the service in Redis with its value. */
async function redisDump(): Promise<string> {
  const { redis } = account.deps;
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, '0', '-1'),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const keys = await redis.keys(`*${account.env.REDIS_PREFIX}*`);
  const values = await Promise.all(
    keys.map(async (key) => {
      const read = readers[await redis.type(key)];
      return `${key} ${JSON.stringify(await read?.(key))}`;
    }),
  );
  return values.join('\n');
}

it('stores, logs and mails no secret, code or token of a second factor as it is', async () => {
  const user = await accountOf(account);
  const token = await account.signIn(user);
  const { secret, recoveryCodes } = await setUpTotp(account, token);
  const { authenticator } = await addPasskey(account, token);
  const starts = [await beginSignIn(account, user), await beginSignIn(account, user), await beginSignIn(account, user)];
  const [first, second, third] = starts.map((started) => started.token);
  const options = await passkeyOptions(account, { token: third });
  expect((await finish(account, { token: first, code: codeOf(secret, 1) })).status).toBe(200);
  expect((await finish(account, { token: second, recoveryCode: recoveryCodes[0] })).status).toBe(200);
  await finish(account, { token: third, code: recoveryCodes[1] });
  await finish(account, { token: third, recoveryCode: `${recoveryCodes[2]}x` });
  expect((await finish(account, { token: third, passkey: authenticator.get(options) })).status).toBe(200);
  const waiting = await beginSignIn(account, user);
  const asked = await passkeyOptions(account);
  // The mails stand in the queue when all of them are handed over.
  await expect.poll(() => account.deps.database.prisma.pendingMail.count()).toBe(0);

  const everything = { database: await databaseDump(), redis: await redisDump(), logs: lines.join('\n') };
  // What must be there, so that the search is known to find.
  expect(everything.database).toContain(authenticator.credentialId);
  expect(everything.redis).toContain('A recovery code was used');
  expect(everything.logs).toContain('/api/auth/second-factor');
  const secrets = [
    secret,
    Secret.fromBase32(secret).hex.toLowerCase(),
    Buffer.from(secret).toString('hex'),
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ...starts.map((started) => started.token),
    waiting.token,
    options.challenge,
    asked.challenge,
  ];
  for (const [place, text] of Object.entries(everything)) {
    for (const one of secrets) expect(text.includes(one), `${one} in ${place}`).toBe(false);
  }
});
