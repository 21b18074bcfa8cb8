import { createHash, randomUUID } from 'node:crypto';
import { apiKeyPrefix } from '@inlet/contracts/api-keys';
import { sessionSchema } from '@inlet/contracts/sessions';
import { migrate } from '@inlet/db/migrate';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { callerOf, postJson } from '#house/house.test-setup.ts';
import { firstRelease, refresh } from '#upgrades/first-release-data.test-setup.ts';
import { createOldDatabase, migrationNames } from '#upgrades/old-release.test-setup.ts';

const { userId, email, password, formId } = firstRelease;
const key = apiKeyPrefix + 'K'.repeat(43);
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const secret = (letter: string) => letter.repeat(43);

/** The statements of the release before people had rows of their own. It knows no `person_id`. */
const before = {
  signUp: (client: pg.Client, id: string, address: string, hash: string) =>
    client.query('insert into users (id, email, password_hash) values ($1, $2, $3)', [id, address, hash]),
  openSession: async (client: pg.Client, user: string, letter: string) => {
    const id = randomUUID();
    const text = `insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '30 days')`;
    await client.query(text, [id, user, hashOf(secret(letter))]);
    return `${id}.${secret(letter)}`;
  },
  mailLink: (client: pg.Client, user: string, purpose: string, token: string, address: string | null = null) =>
    client.query(
      `insert into mail_tokens (id, user_id, purpose, token_hash, email, expires_at)
       values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
      [randomUUID(), user, purpose, hashOf(token), address],
    ),
  makeKey: (client: pg.Client, user: string) =>
    client.query(
      `insert into api_keys (id, user_id, name, scope, token_hash, hint) values ($1, $2, 'Robot', 'read', $3, 'inlet')`,
      [randomUUID(), user, hashOf(key)],
    ),
  reset: async (client: pg.Client, user: string, hash: string) => {
    await client.query('update users set password_hash = $2, email_verified_at = now() where id = $1', [user, hash]);
    for (const table of ['sessions', 'mail_tokens', 'api_keys']) {
      await client.query(`delete from ${table} where user_id = $1`, [user]);
    }
  },
};

const hashOfUser = async (client: pg.Client, id: string): Promise<string> =>
  (await client.query('select password_hash as hash from users where id = $1', [id])).rows[0].hash;

/** The migrated database, with what is called of the services that run on it. */
async function startOn(url: string) {
  const { urls } = await startFleets(1, { databaseUrl: url });
  const post = (path: string, body: object) => postJson(urls.gateway + path, body);
  const signIn = (address: string, word: string) =>
    post('/api/auth/sign-in', { email: address, password: word, transport: 'token' });
  const exchange = async (token: string) => {
    const answer = await post('/api/auth/refresh', { refresh_token: token });
    return answer.status === 200 ? sessionSchema.parse(await answer.json()) : null;
  };
  return { urls, post, signIn, exchange };
}

it('keeps sessions, keys and mailed links of the release before people, whose owner is alone in a workspace', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0046_people'));
  await before.makeKey(client, userId);
  await before.mailLink(client, userId, 'reset-password', secret('R'));
  const [mover, address] = [randomUUID(), 'lin@example.com'];
  await before.signUp(client, mover, 'mover@example.com', await hashOfUser(client, userId));
  await before.mailLink(client, mover, 'change-email', secret('E'), address);
  await before.mailLink(client, userId, 'verify-email', secret('V'), email);
  await migrate(url);
  const { urls, post, signIn } = await startOn(url);

  const call = callerOf(urls.gateway, await refresh(urls.gateway));
  const me = await (await call('GET /api/v1/me')).json();
  expect(me).toMatchObject({ id: userId, personId: userId, email, role: 'owner', plan: 'pro' });
  const workspaces = await (await call('GET /api/v1/workspaces')).json();
  expect(workspaces).toMatchObject({ workspaces: [{ id: userId, role: 'owner', isCurrent: true }] });
  expect(await (await callerOf(urls.gateway, key)('GET /api/v1/forms')).json()).toMatchObject({
    forms: [{ id: formId }],
  });

  expect((await post('/api/auth/verify-email', { token: secret('V') })).status).toBe(204);
  expect((await post('/api/auth/confirm-email', { token: secret('E') })).status).toBe(204);
  expect((await signIn(address, password)).status).toBe(200);
  expect((await call('GET /api/v1/me')).status).toBe(200);
  expect(
    (await post('/api/auth/reset-password', { token: secret('R'), password: 'a word of this release' })).status,
  ).toBe(204);
  expect((await signIn(email, 'a word of this release')).status).toBe(200);
  // A reset still ends what the release before opened.
  expect((await call('GET /api/v1/me')).status).toBe(401);
  expect((await callerOf(urls.gateway, key)('GET /api/v1/forms')).status).toBe(401);
});

it('reads what processes of the release before write meanwhile, and they read what it writes', async () => {
  const { url, client } = await createOldDatabase(migrationNames.indexOf('0046_people'));
  const oldHash = await hashOfUser(client, userId);
  await migrate(url);
  const { urls, post, signIn, exchange } = await startOn(url);

  // A sign-up, and a session with it.
  const [newcomer, address] = [randomUUID(), 'grace@example.com'];
  await before.signUp(client, newcomer, address, oldHash);
  const session = await exchange(await before.openSession(client, newcomer, 'S'));
  expect(session?.user).toMatchObject({ id: newcomer, personId: newcomer, email: address, role: 'owner' });
  expect((await signIn(address, password)).status).toBe(200);

  // A link that the release before mailed, used at this one, which the release before sees.
  await before.mailLink(client, newcomer, 'reset-password', secret('L'));
  const word = 'a word of this release';
  expect((await post('/api/auth/reset-password', { token: secret('L'), password: word })).status).toBe(204);
  const newHash = await hashOfUser(client, newcomer);
  expect(newHash).not.toBe(oldHash);

  // A session of this release, and a reset by the release before, which ends it.
  const opened = sessionSchema.parse(await (await signIn(address, word)).json());
  const call = callerOf(urls.gateway, opened.access_token);
  expect((await call('GET /api/v1/me')).status).toBe(200);
  await before.reset(client, newcomer, oldHash);
  expect((await call('GET /api/v1/me')).status).toBe(401);
  expect((await signIn(address, word)).status).toBe(401);
  expect((await signIn(address, password)).status).toBe(200);

  // A sign-up at this release, which the release before reads by its own table.
  const signUp = await post('/api/auth/sign-up', { email: 'lin@example.com', password: word, transport: 'token' });
  const { id } = sessionSchema.parse(await signUp.json()).user;
  const found = await client.query('select email, password_hash <> $2 as "hasWord" from users where id = $1', [id, '']);
  expect(found.rows).toEqual([{ email: 'lin@example.com', hasWord: true }]);
  // The release before deletes an account, and nobody can sign in to it here.
  await client.query('delete from users where id = $1', [newcomer]);
  expect((await signIn(address, password)).status).toBe(401);
  expect((await client.query('select from people where id = $1', [newcomer])).rowCount).toBe(0);
});
