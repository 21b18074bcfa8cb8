import type { Session } from '@inlet/contracts/sessions';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '#lib/api-client.ts';
import type { Fetch } from '#lib/http.ts';
import { createSessionStore, refreshMarginMs, refreshRetryBaseMs, type SignInPresence } from '#lib/session.ts';

const lifetimeSeconds = 900;

beforeEach(() => {
  vi.useFakeTimers();
});

describe('starting', () => {
  it('asks the service for nothing when this browser was not signed in', async () => {
    const { session, requests } = setUp({ isPresent: false });
    await session.start();
    expect(session.getState()).toEqual({ status: 'signed-out', because: 'nobody' });
    expect(requests).toEqual([]);
  });

  it('takes up the session that the cookie carries', async () => {
    const { session } = setUp({ answers: { '/api/auth/refresh': [ok(sessionNumber(1))] } });
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: { email: 'ada@example.com' } });
    expect(session.accessToken()).toBe('token-1');
  });

  it('forgets the sign-in when the service refuses the cookie', async () => {
    const { session, presence } = setUp({ answers: { '/api/auth/refresh': [refused()] } });
    await session.start();
    expect(session.getState()).toEqual({ status: 'signed-out', because: 'nobody' });
    expect(presence.get()).toBe(false);
  });

  it('says that the service cannot be reached after every retry, and recovers when started again', async () => {
    const { session, answer } = setUp({ answers: { '/api/auth/refresh': [unreachable()] } });
    const started = session.start();
    await vi.runAllTimersAsync();
    await started;
    expect(session.getState()).toEqual({ status: 'loading', isUnreachable: true });
    answer('/api/auth/refresh', ok(sessionNumber(1)));
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'signed-in' });
  });
});

describe('renewing', () => {
  it('waits 200 ms after a network failure and twice as long after each further one', async () => {
    const { session, requests, answer } = setUp({ answers: { '/api/auth/refresh': [unreachable()] } });
    const started = session.start();
    await vi.advanceTimersByTimeAsync(refreshRetryBaseMs - 1);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2 * refreshRetryBaseMs - 1);
    expect(requests).toHaveLength(2);
    answer('/api/auth/refresh', ok(sessionNumber(1)));
    await vi.advanceTimersByTimeAsync(1);
    await started;
    expect(requests).toHaveLength(3);
    expect(session.accessToken()).toBe('token-1');
  });

  it('happens before the access token ends', async () => {
    const { session } = setUp({ answers: { '/api/auth/refresh': [ok(sessionNumber(1)), ok(sessionNumber(2))] } });
    await session.start();
    await vi.advanceTimersByTimeAsync(lifetimeSeconds * 1000 - refreshMarginMs - 1);
    expect(session.accessToken()).toBe('token-1');
    await vi.advanceTimersByTimeAsync(1);
    expect(session.accessToken()).toBe('token-2');
    session.close();
  });

  it('is shared by concurrent calls', async () => {
    const { session, requests } = setUp({ answers: { '/api/auth/refresh': [ok(sessionNumber(1))] } });
    await Promise.all([session.refresh(), session.refresh(), session.refresh()]);
    expect(requests).toEqual(['/api/auth/refresh']);
    session.close();
  });

  it('cannot undo a sign-out that happened meanwhile', async () => {
    const late = Promise.withResolvers<Response>();
    const { session } = setUp({
      answers: { '/api/auth/refresh': [() => late.promise], '/api/auth/sign-out': [noContent()] },
    });
    const renewed = session.refresh();
    await session.signOut();
    late.resolve(ok(sessionNumber(1))());
    await renewed;
    expect(session.getState()).toEqual({ status: 'signed-out', because: 'choice' });
    expect(session.accessToken()).toBeNull();
  });

  it('ends the session when the service refuses', async () => {
    const { session } = setUp({ answers: { '/api/auth/refresh': [ok(sessionNumber(1)), refused()] } });
    await session.start();
    await session.refresh();
    expect(session.getState()).toEqual({ status: 'signed-out', because: 'expiry' });
  });
});

describe('other tabs', () => {
  it('takes its own session when another tab signs in', async () => {
    const { session, changeElsewhere } = setUp({
      isPresent: false,
      answers: { '/api/auth/refresh': [ok(sessionNumber(1))] },
    });
    await session.start();
    changeElsewhere(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.getState()).toMatchObject({ status: 'signed-in' });
    session.close();
  });

  it('signs out when another tab does', async () => {
    const { session, changeElsewhere } = setUp({ answers: { '/api/auth/refresh': [ok(sessionNumber(1))] } });
    await session.start();
    changeElsewhere(false);
    expect(session.getState()).toEqual({ status: 'signed-out', because: 'choice' });
    expect(session.accessToken()).toBeNull();
  });
});

describe('requests to the management API', () => {
  it('that are refused together cause one renewal and are then all repeated', async () => {
    const { session, api, requests } = setUp({
      answers: {
        '/api/auth/refresh': [ok(sessionNumber(1)), ok(sessionNumber(2))],
        '/api/v1/me': [refused(), refused(), refused(), ok('fine')],
      },
    });
    await session.start();
    const calls = [1, 2, 3].map(() => api.call('readMe'));
    await expect(Promise.all(calls)).resolves.toEqual(['fine', 'fine', 'fine']);
    expect(requests.filter((path) => path === '/api/auth/refresh')).toHaveLength(2);
    session.close();
  });

  it('that are refused after another one has renewed the session need no renewal of their own', async () => {
    const late = Promise.withResolvers<Response>();
    const { session, api, requests } = setUp({
      answers: {
        '/api/auth/refresh': [ok(sessionNumber(1)), ok(sessionNumber(2))],
        '/api/v1/me': [() => late.promise, ok('fine')],
      },
    });
    await session.start();
    const call = api.call('readMe');
    await session.refresh();
    late.resolve(refused()());
    await expect(call).resolves.toBe('fine');
    expect(requests.filter((path) => path === '/api/auth/refresh')).toHaveLength(2);
    session.close();
  });

  it('are repeated once only', async () => {
    const { session, api, requests } = setUp({
      answers: { '/api/auth/refresh': [ok(sessionNumber(1))], '/api/v1/me': [refused()] },
    });
    await session.start();
    await expect(api.call('readMe')).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    expect(requests.filter((path) => path === '/api/v1/me')).toHaveLength(2);
    session.close();
  });

  it('carry the access token', async () => {
    const { session, api, authorizations } = setUp({
      answers: { '/api/auth/refresh': [ok(sessionNumber(1))], '/api/v1/me': [ok('fine')] },
    });
    await session.start();
    await api.call('readMe');
    expect(authorizations.at(-1)).toBe('Bearer token-1');
    session.close();
  });

  it('that wait for the password end with the session', async () => {
    const asked = () => Response.json({ code: 'confirmation_required', error: 'Confirm' }, { status: 403 });
    const { session, api, requests } = setUp({
      answers: {
        '/api/auth/refresh': [ok(sessionNumber(1))],
        '/api/v1/me': [asked],
        '/api/auth/sign-out': [noContent()],
      },
    });
    await session.start();
    const isAsked = new Promise<void>((resolve) => api.confirmations.subscribe(resolve));
    const call = api.call('readMe');
    await isAsked;
    await session.signOut();
    await expect(call).rejects.toMatchObject({ code: 'confirmation_required' });
    expect(requests.filter((path) => path === '/api/v1/me')).toHaveLength(1);
    session.close();
  });
});

type Answer = () => Response | Promise<Response>;

interface SetUp {
  readonly isPresent?: boolean;
  /** The responses of each path in turn; the last one repeats. */
  readonly answers?: Record<string, Answer[]>;
}

function setUp({ isPresent = true, answers = {} }: SetUp) {
  const requests: string[] = [];
  const authorizations: (string | null)[] = [];
  const fetch: Fetch = async (path, init) => {
    requests.push(path);
    authorizations.push(new Headers(init.headers).get('authorization'));
    const queue = answers[path] ?? [];
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (!next) throw new Error(`No answer for ${path}`);
    return next();
  };
  const { presence, changeElsewhere } = memoryPresence(isPresent);
  const session = createSessionStore({ fetch, presence, exclusively: (task) => task() });
  const api = createApiClient({ fetch, session });
  const answer = (path: string, next: Answer) => {
    answers[path] = [next];
  };
  return { session, api, requests, authorizations, presence, changeElsewhere, answer };
}

function memoryPresence(initial: boolean) {
  let isPresent = initial;
  let tell: (isPresent: boolean) => void = () => undefined;
  const presence: SignInPresence = {
    get: () => isPresent,
    set: (value) => {
      isPresent = value;
    },
    onChangeElsewhere: (listener) => {
      tell = listener;
      return () => undefined;
    },
  };
  const changeElsewhere = (value: boolean) => {
    isPresent = value;
    tell(value);
  };
  return { presence, changeElsewhere };
}

function ok(body: unknown): () => Response {
  return () => Response.json(body);
}

function noContent(): Answer {
  return () => new Response(null, { status: 204 });
}

function refused(): () => Response {
  return () => Response.json({ error: 'Sign in again', code: 'unauthorized' }, { status: 401 });
}

function unreachable(): Answer {
  return () => Promise.reject(new TypeError('Failed to fetch'));
}

function sessionNumber(number: number): Session {
  return {
    access_token: `token-${number}`,
    token_type: 'bearer',
    expires_in: lifetimeSeconds,
    expires_at: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    user: {
      id: '01934f6e-5a7c-7000-8000-000000000001',
      personId: '01934f6e-5a7c-7000-8000-000000000001',
      email: 'ada@example.com',
      role: 'owner',
      workspace: { id: '01934f6e-5a7c-7000-8000-000000000001', name: 'ada@example.com' },
      plan: 'pro',
      subscriptionStatus: 'active',
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      needsSubscription: true,
      isInvited: false,
      isVerified: true,
      timeZone: 'UTC',
      wantsUsageMails: true,
      wantsWorkMails: true,
      createdAt: '2026-11-20T14:05:09.000Z',
    },
  };
}
