import { newApiKeySchema } from '@inlet/contracts/api-keys';
import { type DeviceCodes, deviceCodesSchema, deviceRequestSchema, deviceSeconds } from '@inlet/contracts/device';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildMember } from '@inlet/testing/build-member';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, startTestAccount, type TestAccount, type TestCall } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { hashDeviceCode } from '#identity/device/device-codes.ts';
import { fetchDeviceKey } from '#identity/device/device-key.ts';
import { lockTable } from '#lock-table.test-setup.ts';
import { mailsTo } from '#mailbox.test-setup.ts';

let account: TestAccount;
let owner: BuiltUser;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  owner = await accountOf(account);
  token = await account.signIn(owner);
});

async function open(body: unknown = { name: 'anns-laptop' }): Promise<DeviceCodes> {
  const answer = await account.call('POST /api/auth/device', { body });
  expect(answer.status, answer.text).toBe(200);
  return deviceCodesSchema.strict().parse(answer.body);
}
const write = { scope: 'write' };
const answerTo = ({ userCode }: DeviceCodes, verb: 'approve' | 'deny', call: TestCall = {}) =>
  account.call(`POST /api/v1/me/devices/${userCode}/${verb}`, {
    token,
    ...(verb === 'approve' && { body: write }),
    ...call,
  });
const read = (code: string, by = token) => account.call(`GET /api/v1/me/devices/${code}`, { token: by });
const fetchNow = ({ deviceCode }: DeviceCodes) => account.call('POST /api/auth/device/token', { body: { deviceCode } });
/** Polls as if the interval were over. */
async function fetchKey(codes: DeviceCodes): Promise<Answer> {
  await account.deps.redis.del(account.keys.devicePoll(hashDeviceCode(codes.deviceCode)));
  return fetchNow(codes);
}
const outcome = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const keysOf = (userId: string) => account.deps.database.prisma.apiKey.findMany({ where: { userId } });
const sessionsOf = (personId: string) => account.deps.database.prisma.session.deleteMany({ where: { personId } });
/** A session whose password was given too long ago. */
async function oldSession(): Promise<string> {
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await account.deps.database.prisma.session.updateMany({ where: { personId: owner.id }, data: { createdAt } });
  return token;
}

describe('a machine that asks for a key', () => {
  it('gets one that has its name, its scopes and its end, and is told it once', async () => {
    const codes = await open();
    expect(codes.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(codes).toMatchObject({ interval: 2, expiresIn: deviceSeconds });
    expect(codes.verificationUri).toBe('http://localhost:8080/device');
    expect(codes.verificationUriComplete).toBe(`http://localhost:8080/device?code=${codes.userCode}`);
    expect(outcome(await fetchKey(codes))).toEqual([400, 'authorization_pending']);
    const typed = encodeURIComponent(` ${codes.userCode.replace('-', '').toLowerCase()} `);
    const shown = deviceRequestSchema.strict().parse((await read(typed)).body);
    expect(shown).toMatchObject({ userCode: codes.userCode, name: 'anns-laptop', address: '127.0.0.1' });

    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const approval = { scopes: ['forms:write'], expiresAt };
    expect((await answerTo(codes, 'approve', { body: approval })).status).toBe(204);
    expect(await keysOf(owner.id)).toEqual([]);
    const fetched = await fetchKey(codes);
    expect(fetched.status).toBe(200);
    const { key, ...rest } = newApiKeySchema.strict().parse(fetched.body);
    expect(rest).toMatchObject({ name: 'anns-laptop', scope: null, scopes: ['forms:read', 'forms:write'], expiresAt });
    expect((await account.call('GET /api/v1/forms', { token: key })).status).toBe(200);
    expect(await keysOf(owner.id)).toMatchObject([{ id: rest.id, personId: owner.id, name: 'anns-laptop' }]);
    expect(await auditOf(account, owner.id)).toEqual(['api_key.created']);
    expect((await mailsTo(account, owner.email)).map(({ subject }) => subject)).toEqual(['An API key was created']);

    expect(outcome(await fetchKey(codes))).toEqual([400, 'expired_token']);
    expect(outcome(await read(codes.userCode))).toEqual([404, 'device_code_not_found']);
    expect(await keysOf(owner.id)).toHaveLength(1);
  });

  it('is kept without its secret, and no longer than ten minutes', async () => {
    const { redis, keys } = account.deps;
    const codes = await open({});
    const hash = hashDeviceCode(codes.deviceCode);
    await answerTo(codes, 'approve');
    await fetchNow(codes);
    const names = [
      keys.deviceRequest(hash),
      keys.deviceAnswer(hash),
      keys.deviceUserCode(codes.userCode.replace('-', '')),
    ];
    const again = await open({});
    names.push(keys.deviceRequest(hashDeviceCode(again.deviceCode)));
    for (const name of names.slice(1)) {
      expect(await redis.ttl(name)).toBeGreaterThan(deviceSeconds - 60);
      expect(await redis.ttl(name)).toBeLessThanOrEqual(deviceSeconds);
      expect(await redis.get(name)).not.toContain(codes.deviceCode);
    }
    expect(await keysOf(owner.id)).toMatchObject([{ name: 'Command line' }]);
  });

  it('is told to slow down when it asks before the interval is over', async () => {
    const codes = await open();
    const pollAtOnce = async () => {
      const polls = await Promise.all(Array.from({ length: 3 }, () => fetchNow(codes)));
      return polls.map((poll) => outcome(poll).join(' ')).toSorted();
    };
    expect(await pollAtOnce()).toEqual(['400 authorization_pending', '400 slow_down', '400 slow_down']);
    const poll = account.keys.devicePoll(hashDeviceCode(codes.deviceCode));
    expect(await account.deps.redis.pttl(poll)).toBeLessThan(codes.interval * 1_000);
    await answerTo(codes, 'approve');
    await account.deps.redis.del(poll);
    expect(await pollAtOnce()).toEqual(['200 ', '400 slow_down', '400 slow_down']);
  });

  it('is told when it was denied, and cannot be approved after that', async () => {
    const codes = await open();
    expect((await answerTo(codes, 'deny')).status).toBe(204);
    expect(outcome(await fetchKey(codes))).toEqual([400, 'access_denied']);
    expect(outcome(await answerTo(codes, 'approve'))).toEqual([409, 'device_code_used']);
    expect(outcome(await read(codes.userCode))).toEqual([409, 'device_code_used']);
    expect(await keysOf(owner.id)).toEqual([]);
  });

  it('gets nothing after its time, nor for a code that was made up', async () => {
    const codes = await open();
    await answerTo(codes, 'approve');
    await account.deps.redis.del(account.keys.deviceRequest(hashDeviceCode(codes.deviceCode)));
    expect(outcome(await fetchKey(codes))).toEqual([400, 'expired_token']);
    expect(outcome(await answerTo(codes, 'approve'))).toEqual([404, 'device_code_not_found']);
    expect(outcome(await fetchKey({ ...codes, deviceCode: 'A'.repeat(43) }))).toEqual([400, 'expired_token']);
    for (const code of ['BCDF-GHJK', 'AAAA-AAAA', '%20', 'x'.repeat(3_000)]) {
      expect(outcome(await read(code))).toEqual([404, 'device_code_not_found']);
    }
    expect(await keysOf(owner.id)).toEqual([]);
  });

  it('may not have a name that looks like another one', async () => {
    for (const name of ['a\u202eb', 'a\nb', 'a\u200bb', 'x'.repeat(101), ' ']) {
      const answer = await account.call('POST /api/auth/device', { body: { name } });
      expect([name, ...outcome(answer)]).toEqual([name, 422, 'invalid_input']);
    }
  });
});

describe('an approval', () => {
  it('counts once when two people give it at the same moment', async () => {
    const codes = await open();
    const other = await accountOf(account);
    const tokens = [token, await account.signIn(other)];
    // Both have found the request without an answer, and wait here.
    const unlock = await lockTable(account, 'api_keys');
    const approvals = tokens.map((by) => answerTo(codes, 'approve', { token: by, body: write }));
    await waitUntil(async () => (await waitingForKeys()) === 2, { what: 'two approvals to wait' });
    await unlock();
    const answers = await Promise.all(approvals);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    const [won, lost] = answers[0]?.status === 204 ? [owner, other] : [other, owner];
    expect((await fetchKey(codes)).status).toBe(200);
    expect([(await keysOf(won.id)).length, (await keysOf(lost.id)).length]).toEqual([1, 0]);
  });

  it('makes no second key for a poll that another process was faster than', async () => {
    const codes = await open();
    await answerTo(codes, 'approve');
    const { redis } = account.deps;
    const hash = hashDeviceCode(codes.deviceCode);
    const slow = Object.assign(Object.create(redis), {
      get: async (key: string) => {
        const text = await redis.get(key);
        if (key === account.keys.deviceAnswer(hash)) await redis.del(account.keys.deviceRequest(hash));
        return text;
      },
    });
    const late = fetchDeviceKey({ ...account.deps, redis: slow }, codes.deviceCode);
    await expect(late).rejects.toMatchObject({ code: 'expired_token' });
    expect(await keysOf(owner.id)).toEqual([]);
  });

  it('takes the password, or a confirmation of the last ten minutes', async () => {
    const codes = await open();
    await oldSession();
    expect(outcome(await answerTo(codes, 'approve'))).toEqual([403, 'confirmation_required']);
    const guess = { ...write, password: 'wrong horse' };
    expect(outcome(await answerTo(codes, 'approve', { body: guess }))).toEqual([403, 'wrong_password']);
    expect(outcome(await fetchKey(codes))).toEqual([400, 'authorization_pending']);
    expect((await answerTo(codes, 'approve', { body: { ...write, password } })).status).toBe(204);
    expect((await fetchKey(codes)).status).toBe(200);
  });

  it('takes the right to manage keys, when it is given and when the key is made', async () => {
    const { prisma } = account.deps.database;
    const codes = await open();
    const inWorkspace = { 'inlet-workspace': owner.id };
    const editor = await account.signIn(await buildMember(prisma, owner.id, { role: 'editor' }));
    for (const verb of ['approve', 'deny'] as const) {
      const call = { token: editor, headers: inWorkspace, body: write };
      expect(outcome(await answerTo(codes, verb, call))).toEqual([403, 'role_too_low']);
    }
    const key = newApiKeySchema.parse((await fetchFor(await open(), token)).body);
    expect(outcome(await read(codes.userCode, key.key))).toEqual([403, 'person_required']);

    const admin = await buildMember(prisma, owner.id, { role: 'admin' });
    const call = { token: await account.signIn(admin), headers: inWorkspace, body: write };
    expect((await answerTo(codes, 'approve', call)).status).toBe(204);
    const seat = { userId_personId: { userId: owner.id, personId: admin.id } };
    await prisma.membership.update({ where: seat, data: { role: 'editor' } });
    expect(outcome(await fetchKey(codes))).toEqual([400, 'access_denied']);
    await prisma.membership.update({ where: seat, data: { role: 'admin' } });
    expect((await fetchKey(codes)).status).toBe(200);
    expect((await keysOf(owner.id)).map(({ personId }) => personId).toSorted()).toEqual(
      [owner.id, admin.id].toSorted(),
    );
  });

  it('ends with the session that gave it', async () => {
    const codes = await open();
    await answerTo(codes, 'approve');
    await sessionsOf(owner.id);
    expect(outcome(await fetchKey(codes))).toEqual([400, 'access_denied']);
    expect(await keysOf(owner.id)).toEqual([]);
  });

  it('is refused when the workspace has all its keys, and waits when it has them later', async () => {
    const [early, late] = [await open(), await open()];
    expect((await answerTo(early, 'approve')).status).toBe(204);
    const { prisma } = account.deps.database;
    const rows = Array.from({ length: 20 }, (_, n) => ({ userId: owner.id, name: `${n}`, scope: 'read', hint: '', n }));
    const data = rows.map(({ n, ...row }) => ({ ...row, id: crypto.randomUUID(), tokenHash: `${owner.id} ${n}` }));
    await prisma.apiKey.createMany({ data });
    expect(outcome(await answerTo(late, 'approve'))).toEqual([403, 'api_key_limit_reached']);
    expect(outcome(await fetchKey(early))).toEqual([403, 'api_key_limit_reached']);
    await prisma.apiKey.deleteMany({ where: { userId: owner.id, name: '0' } });
    expect((await fetchKey(early)).status).toBe(200);
  });
});

/** The statements that wait for the table of keys. */
async function waitingForKeys(): Promise<number> {
  const { rows } = await account.deps.database.pool.query(
    "select count(*)::int as count from pg_locks where relation = 'api_keys'::regclass and not granted",
  );
  return rows[0].count;
}

async function fetchFor(codes: DeviceCodes, by: string): Promise<Answer> {
  await answerTo(codes, 'approve', { token: by, body: write });
  return fetchKey(codes);
}
