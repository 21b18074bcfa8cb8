import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formListSchema } from '@inlet/contracts/forms';
import { sessionSchema } from '@inlet/contracts/sessions';
import { openProducer } from '@inlet/queue/producer';
import { submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { seedDemo } from '#seed/seed-demo.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

async function seed() {
  const producer = openProducer(account.deps.redis, account.keys);
  try {
    return await seedDemo({ ...account.deps, producer });
  } finally {
    await producer.close();
  }
}

async function signIn(): Promise<string> {
  const body = { email: 'demo@inlet.local', password: 'inlet-demo' };
  const answer = await account.call('POST /api/auth/sign-in', { body });
  expect(answer.status).toBe(200);
  return sessionSchema.parse(answer.body).access_token;
}

async function everythingStored() {
  const { prisma } = account.deps.database;
  const [users, forms] = await Promise.all([prisma.user.findMany(), prisma.form.findMany({ orderBy: { id: 'asc' } })]);
  return { users, forms };
}

const queueOf = (part: string) => `${account.keys.queues}:submissions:${part}`;
const jobsWaiting = () => account.deps.redis.llen(queueOf('wait'));

describe('the demo account', () => {
  it('is made once, however often it is asked for', async () => {
    const first = await seed();
    const stored = await everythingStored();
    expect(await jobsWaiting()).toBe(2);
    const second = await seed();
    expect(second).toEqual(first);
    expect(await everythingStored()).toEqual(stored);
    expect(await jobsWaiting()).toBe(2);
  });

  it('does not get its submissions again when the worker has stored them', async () => {
    await account.deps.redis.del(queueOf('wait'), ...(await jobKeys()));
    await seed();
    expect(await jobsWaiting()).toBe(0);
  });

  it('signs in with the password of the documentation and sees three forms on an active pro plan', async () => {
    const token = await signIn();
    const { forms } = formListSchema.parse((await account.call('GET /api/v1/forms', { token })).body);
    expect(forms.map(({ name }) => name)).toEqual(['Contact', 'Newsletter', 'Playground']);
    expect(forms.map(({ allowedOrigins }) => allowedOrigins.length)).toEqual([3, 3, 0]);
    const me = await account.call('GET /api/v1/me', { token });
    expect(me.body).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
  });

  it('still answers the form that every website may post to when another one is newer', async () => {
    await account.deps.database.prisma.form.deleteMany({ where: { name: 'Newsletter' } });
    expect((await seed()).name).toBe('Playground');
    expect((await everythingStored()).forms).toHaveLength(3);
  });

  it('has a form deleted by its visitor made again', async () => {
    const { prisma } = account.deps.database;
    await prisma.form.deleteMany({ where: { name: { in: ['Contact', 'Playground'] } } });
    expect((await seed()).name).toBe('Playground');
    const made = await prisma.form.findFirstOrThrow({ where: { name: 'Contact' } });
    const job = await account.deps.redis.hget(queueOf(`demo-${made.id}`), 'data');
    const batch = unpackBatch(submissionBatchSchema.parse(JSON.parse(job ?? '')));
    expect(batch).toHaveLength(12);
    for (const { formId, receivedAtMs } of batch) {
      expect(formId).toBe(made.id);
      expect(receivedAtMs).toBeLessThan(Date.now());
    }
  });

  it('answers a form also when a visitor has closed the open one to strangers', async () => {
    const { prisma } = account.deps.database;
    await prisma.form.updateMany({ data: { allowedOrigins: ['https://example.com'] } });
    expect((await seed()).name).toBe('Contact');
    await prisma.form.updateMany({ where: { name: 'Playground' }, data: { allowedOrigins: [] } });
  });

  async function jobKeys(): Promise<string[]> {
    const forms = await account.deps.database.prisma.form.findMany();
    return forms.map(({ id }) => queueOf(`demo-${id}`));
  }
});

describe('the seed step', () => {
  it('makes the waitlist outside local mode with the database alone, and no demo account', async () => {
    const production = await startTestAccount();
    try {
      const { DATABASE_URL = '' } = production.env;
      const { code, stdout, stderr } = await runSeed({ DATABASE_URL, LOG_LEVEL: 'warn' });
      expect([code, stdout, stderr]).toEqual([0, '', '']);
      const { database, redis, keys, relay } = production.deps;
      const { prisma } = database;
      const forms = await prisma.form.findMany({ select: { name: true, endpointId: true } });
      expect(forms).toMatchObject([{ name: 'Waitlist' }]);
      await relay.look();
      expect(await redis.exists(keys.form(forms[0]?.endpointId ?? ''))).toBe(1);
      expect(await prisma.user.count({ where: { email: 'demo@inlet.local' } })).toBe(0);
    } finally {
      await production.close();
    }
  });

  it('prints the endpoint id of the form that every website may post to', async () => {
    const { code, stdout, stderr } = await runSeed({ ...account.env, INLET_MODE: 'local' });
    expect([code, stderr]).toEqual([0, '']);
    const { endpointId } = await account.deps.database.prisma.form.findFirstOrThrow({ where: { name: 'Playground' } });
    expect(JSON.parse(stdout)).toEqual({ demoEndpointId: endpointId });
  });
});

async function runSeed(env: Readonly<Record<string, string>>) {
  const program = fileURLToPath(import.meta.resolve('#seed.ts'));
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program], { env })) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}
