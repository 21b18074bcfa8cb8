import { targetOf } from '@inlet/contracts/api/call';
import type { SecondFactor, SecondFactorNeeded } from '@inlet/contracts/factors';
import type { PasskeyAnswer, PasskeyOptions, PasskeyRequest } from '@inlet/contracts/passkeys';
import type { Session, SignIn, SignUp, User } from '@inlet/contracts/sessions';
import { ApiError, type Fetch, NetworkError, sendJson } from '#lib/http.ts';

export type SessionState =
  | { readonly status: 'loading'; readonly isUnreachable: boolean }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'signed-out'; readonly because: SignedOutBecause };

type SignedOutBecause = 'nobody' | 'choice' | 'deletion' | 'expiry';

export interface SessionStore {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** The token for the next request, or null if no person is signed in. It is kept in memory only. */
  accessToken(): string | null;
  /** Finds out whether a person is signed in. Call it again after a failure. */
  start(): Promise<void>;
  /** Null once the person is signed in; otherwise what the second step needs. */
  signIn(credentials: Pick<SignIn, 'email' | 'password'>): Promise<SecondStep | null>;
  /** Takes the second step of a sign-in. */
  finishSignIn(proof: Omit<SecondFactor, 'transport'>): Promise<void>;
  /** Asks for the options of a passkey, for the second step if there is a token. */
  requestPasskey(options: PasskeyOptions): Promise<PasskeyRequest>;
  signInByPasskey(passkey: PasskeyAnswer): Promise<void>;
  /** Creates an account and signs in to it. */
  signUp(account: NewAccount): Promise<void>;
  signOut(): Promise<void>;
  /** Signs out of an account that its owner has deleted. */
  leaveDeleted(): Promise<void>;
  /** Renews the session. Calls made meanwhile share one renewal. */
  refresh(): Promise<void>;
  /** Updates the signed-in person; ignores other people. */
  updateUser(user: User): void;
  /** Ends timers and listeners. */
  close(): void;
}

export type SecondStep = SecondFactorNeeded['secondFactor'];
type NewAccount = Pick<SignUp, 'email' | 'password' | 'invite' | 'join'>;

export interface SessionDeps {
  readonly fetch: Fetch;
  readonly presence: SignInPresence;
  /** Runs one task at a time across every tab of this browser. */
  readonly exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
}

/**
 * Whether this browser was last signed in. It is no secret: it saves visitors a refused request, and notifies other
 * tabs.
 */
export interface SignInPresence {
  get(): boolean;
  set(isPresent: boolean): void;
  onChangeElsewhere(listener: (isPresent: boolean) => void): () => void;
}

type Call = 'signIn' | 'finishSignIn' | 'requestPasskey' | 'signInByPasskey' | 'signUp' | 'signOut' | 'refresh';

/** Renewing this long before the end leaves time for every retry below. */
export const refreshMarginMs = 60_000;
export const refreshRetryBaseMs = 200;
/** 200 + 400 + … + 6,400 ms: about 13 seconds of attempts before the person sees an error. */
const refreshRetries = 6;
/** If the service sets a very short lifetime, the session must not be renewed in a tight loop. */
const refreshDelayMinMs = 5_000;

export function createSessionStore({ fetch, presence, exclusively }: SessionDeps): SessionStore {
  let state: SessionState = { status: 'loading', isUnreachable: false };
  let token: string | null = null;
  let renewal: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Counts sign-ins and sign-outs, so that a renewal that began before one of them cannot undo it.
  let era = 0;
  const listeners = new Set<() => void>();
  const stopListening = presence.onChangeElsewhere(followOtherTab);

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    accessToken: () => token,
    start,
    async signIn(credentials) {
      const answer = (await send('signIn', credentials)) as Session | SecondFactorNeeded;
      if ('secondFactor' in answer) return answer.secondFactor;
      enter(answer);
      return null;
    },
    finishSignIn: async (proof) => enter((await send('finishSignIn', proof)) as Session),
    requestPasskey: async (options) => (await send('requestPasskey', options)) as PasskeyRequest,
    signInByPasskey: async (passkey) => enter((await send('signInByPasskey', { passkey })) as Session),
    signUp: async (account) => enter((await send('signUp', account)) as Session),
    signOut,
    leaveDeleted,
    refresh,
    updateUser(user) {
      if (state.status === 'signed-in' && personOf(state.user) === personOf(user))
        setState({ status: 'signed-in', user });
    },
    close() {
      clearTimeout(timer);
      stopListening();
    },
  };

  async function start(): Promise<void> {
    if (!presence.get()) return endSession('nobody');
    setState({ status: 'loading', isUnreachable: false });
    try {
      await refresh();
    } catch {
      if (state.status === 'loading') setState({ status: 'loading', isUnreachable: true });
    }
  }

  function send(id: Call, body?: object): Promise<unknown> {
    const { method, url } = targetOf(id);
    return exclusively(() => sendJson(fetch, url, { method, body }));
  }

  function enter(entered: Session): void {
    era += 1;
    beginSession(entered);
    presence.set(true);
  }

  async function signOut(): Promise<void> {
    await send('signOut');
    presence.set(false);
    endSession('choice');
  }

  async function leaveDeleted(): Promise<void> {
    // It clears the cookie. The account is deleted whether or not this request arrives.
    await send('signOut').catch(() => undefined);
    presence.set(false);
    endSession('deletion');
  }

  function refresh(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function renew(): Promise<void> {
    const begun = era;
    clearTimeout(timer);
    try {
      const answer = await withRetries(() => send('refresh', {}));
      if (begun === era) beginSession(inSameWorkspace(answer as Session));
    } catch (error) {
      if (begun !== era) return;
      if (!isRefusal(error)) {
        if (token !== null) scheduleRefresh(refreshMarginMs / 2);
        throw error;
      }
      presence.set(false);
      endSession(state.status === 'loading' ? 'nobody' : 'expiry');
    }
  }

  function beginSession(session: Session): void {
    token = session.access_token;
    // The lifetime instead of the end: a wrong clock on this machine must not matter.
    scheduleRefresh(session.expires_in * 1000 - refreshMarginMs);
    setState({ status: 'signed-in', user: session.user });
  }

  /** A renewal changes no workspace: another tab may have opened another one, and this page stays in its own. */
  function inSameWorkspace(renewed: Session): Session {
    if (state.status !== 'signed-in' || state.user.id === renewed.user.id) return renewed;
    return { ...renewed, user: state.user };
  }

  function endSession(because: SignedOutBecause): void {
    era += 1;
    token = null;
    clearTimeout(timer);
    setState({ status: 'signed-out', because });
  }

  function scheduleRefresh(delayMs: number): void {
    clearTimeout(timer);
    // A failure is not lost: the renewal has scheduled the next one, and requests renew on their own.
    timer = setTimeout(() => void refresh().catch(() => undefined), Math.max(delayMs, refreshDelayMinMs));
  }

  function followOtherTab(isPresent: boolean): void {
    if (!isPresent && state.status !== 'signed-out') endSession('choice');
    if (isPresent && state.status === 'signed-out') void start();
  }

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }
}

/** The id of a user is that of the workspace. */
function personOf({ id, personId }: User): string {
  return personId ?? id;
}

/** Tries again after a failure that says nothing about the session itself. */
async function withRetries<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (isRefusal(error) || attempt === refreshRetries) throw error;
      await pause(refreshRetryBaseMs * 2 ** attempt);
    }
  }
}

/** True if the service has said that there is no session, instead of being away, busy or broken. */
function isRefusal(error: unknown): boolean {
  if (error instanceof NetworkError || !(error instanceof ApiError)) return false;
  return error.status < 500 && error.status !== 429;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
