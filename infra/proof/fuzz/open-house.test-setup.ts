import { readdirSync, readFileSync } from 'node:fs';
import { sessionSchema } from '@inlet/contracts/sessions';
import type { Form } from '@inlet/db/client';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { buildForm } from '@inlet/testing/build-form';
import { waitUntil } from '@inlet/testing/wait-until';

/** Every account has a plan with all features that is never full, and deliveries may reach the test. */
export const withoutLimits = {
  BILLING: 'off',
  PLAN_SUBMISSIONS: '1000000000',
  PLAN_BYTES: '1000000000000000',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRETS: '',
  STRIPE_API_URL: '',
  RATE_LIMITS: 'off',
  WEBHOOK_ALLOW: '127.0.0.0/8',
};

export interface OpenHouse extends Fleets {
  /** Makes a form of the one account, which every website may submit to. */
  readonly addForm: () => Promise<Form>;
  /** A call of the account through the gateway. */
  readonly ask: (request: string, sent?: RequestInit) => Promise<Response>;
  /** What each service takes. */
  readonly measure: () => Readonly<Record<string, Usage>>;
  readonly untilStored: () => Promise<void>;
}

export interface Usage {
  readonly memoryMb: number;
  /** Open files and connections. */
  readonly handles: number;
}

/** The whole product with an account that lacks nothing. */
export async function openHouse(): Promise<OpenHouse> {
  const house = await startFleets(1, { environment: withoutLimits });
  const { urls, database, redis, keys, fleets } = house;
  const credentials = { email: 'ada@example.com', password: 'a password of the proof', transport: 'token' };
  const ask = (request: string, sent: RequestInit = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const headers = new Headers(sent.headers ?? { 'content-type': 'application/json' });
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    return fetch(urls.gateway + path, { ...sent, method, headers, redirect: 'manual' });
  };
  let token = '';
  const answer = await ask('POST /api/auth/sign-up', { body: JSON.stringify(credentials) });
  const { access_token, user } = sessionSchema.parse(await answer.json());
  token = access_token;
  const signIn = async () => {
    const again = await ask('POST /api/auth/sign-in', { body: JSON.stringify(credentials) });
    token = sessionSchema.parse(await again.json()).access_token;
  };
  const pids = Object.entries(fleets).map(([name, fleet]) => [name, fleet.pids()[0] ?? 0] as const);
  const waiting = ['wait', 'active', 'delayed', 'failed'].map((state) => `${keys.queues}:submissions:${state}`);
  return {
    ...house,
    ask: async (request, sent) => {
      const first = await ask(request, sent);
      // An access token lives for a quarter of an hour.
      if (first.status !== 401) return first;
      await signIn();
      return ask(request, sent);
    },
    addForm: async () => {
      const form = await buildForm(database.prisma, { userId: user.id });
      await database.prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
      const isKnown = () => redis.exists(keys.form(form.endpointId));
      await waitUntil(isKnown, { timeoutMs: 20_000, what: 'the form to be known' });
      return form;
    },
    measure: () => Object.fromEntries(pids.map(([name, pid]) => [name, usageOf(pid)])),
    untilStored: async () => {
      const isEmpty = async () => (await redis.exists(...waiting)) === 0;
      await waitUntil(isEmpty, { timeoutMs: 60_000, what: 'an empty queue' });
    },
  };
}

function usageOf(pid: number): Usage {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { memoryMb: Number(kilobytes) / 1_024, handles: readdirSync(`/proc/${pid}/fd`).length };
}
