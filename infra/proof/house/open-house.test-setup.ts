import { readdirSync, readFileSync } from 'node:fs';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { addForm, signIn, signUp } from '#house/house.test-setup.ts';

export const withoutBilling = {
  BILLING: 'off',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRETS: '',
  STRIPE_API_URL: '',
};

/** Every account has a plan with all features and without limits, and deliveries may reach the test. */
export const withoutLimits = {
  ...withoutBilling,
  PLAN_SUBMISSIONS: '1000000000',
  PLAN_BYTES: '1000000000000000',
  RATE_LIMITS: 'off',
  WEBHOOK_ALLOW: '127.0.0.0/8',
};

/** The whole product with an account that has every feature. */
export async function openHouse() {
  const house = await startFleets(1, { environment: withoutLimits });
  const { urls, fleets } = house;
  let session = await signUp(urls.gateway, 'ada@example.com');
  const send = (request: string, sent: RequestInit) => {
    const [method = '', path = ''] = request.split(' ');
    const headers = new Headers(sent.headers ?? { 'content-type': 'application/json' });
    headers.set('authorization', `Bearer ${session.access_token}`);
    return fetch(urls.gateway + path, { ...sent, method, headers, redirect: 'manual' });
  };
  const pids = Object.entries(fleets).map(([name, fleet]) => [name, fleet.pids()[0] ?? 0] as const);
  return {
    ...house,
    /** A call of the account through the gateway. */
    ask: async (request: string, sent: RequestInit = {}) => {
      const first = await send(request, sent);
      // An access token is valid for a quarter of an hour.
      if (first.status !== 401) return first;
      session = await signIn(urls.gateway, 'ada@example.com');
      return send(request, sent);
    },
    /** Creates a form of the account that accepts every website. */
    addForm: () => addForm(house, { userId: session.user.id }),
    /** The resources of each service. */
    measure: () => Object.fromEntries(pids.map(([name, pid]) => [name, usageOf(pid)])),
  };
}

/** The memory of a process, and its open files and connections. */
function usageOf(pid: number) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { memoryMb: Number(kilobytes) / 1_024, handles: readdirSync(`/proc/${pid}/fd`).length };
}
