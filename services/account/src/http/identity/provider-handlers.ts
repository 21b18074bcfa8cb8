import type { providerRoutes } from '@inlet/contracts/api/providers';
import type { SecondFactorNeeded } from '@inlet/contracts/factors';
import { isProviderId } from '@inlet/contracts/identities';
import type { SignInProblem } from '@inlet/contracts/sign-in-problems';
import { HttpError } from '@inlet/http/errors';
import type { Request, Response } from 'express';
import type { AccountDeps } from '#account-deps.ts';
import { providerNotFound, providerUnavailable } from '#errors.ts';
import type { Handlers } from '#http/handler.ts';
import { createBrowserCookie } from '#http/identity/browser-cookie.ts';
import { createRefreshCookie } from '#http/identity/refresh-cookie.ts';
import { beginSignIn } from '#identity/providers/begin-sign-in.ts';
import { finishSignIn } from '#identity/providers/finish-sign-in.ts';
import { deleteIdentity, listIdentities } from '#identity/providers/my-identities.ts';
import { type Provider, SignInRefused } from '#identity/providers/provider.ts';
import { findSessionOfCookie } from '#identity/providers/session-of-cookie.ts';

export function providerHandlers(deps: AccountDeps): Handlers<keyof typeof providerRoutes> {
  const { config, logger, providers } = deps;
  const refreshCookie = createRefreshCookie(config.PUBLIC_URL);
  const browserCookie = createBrowserCookie(config.PUBLIC_URL);

  function findProvider(id: string): Provider | undefined {
    return isProviderId(id) ? providers.get(id) : undefined;
  }

  /** Sends a browser on. A person sees what a refusal is, on a page instead of as JSON. */
  async function redirect(response: Response, provider: string, find: () => Promise<string>): Promise<void> {
    const url = await find().catch((error: unknown) => {
      const problem = problemOf(error);
      const cause = error instanceof SignInRefused ? error.cause : error;
      if (problem === 'failed') logger.error({ err: cause, provider }, 'sign-in with a provider: failed');
      else logger.info({ err: cause, provider, problem }, 'sign-in with a provider: refused');
      return `/auth?problem=${problem}`;
    });
    response.redirect(url);
  }

  return {
    beginProviderSignIn: ({ client, path, query, request, response }) =>
      redirect(response, path.provider, async () => {
        const provider = findProvider(path.provider);
        if (!provider) throw new SignInRefused('unknown_provider');
        if (isFromElsewhere(request)) throw new SignInRefused('start_here');
        const url = await beginSignIn(deps, client, {
          provider,
          browser: browserCookie.keep(request, response),
          personId: null,
          sessionId: await findSessionOfCookie(deps, refreshCookie.read(request)),
          ...query,
        });
        return url.href;
      }),
    endProviderSignIn: ({ client, path, request, response }) =>
      redirect(response, path.provider, async () => {
        const provider = findProvider(path.provider);
        if (!provider) throw new SignInRefused('unknown_provider');
        const browser = browserCookie.read(request);
        const query = new URL(request.originalUrl, config.PUBLIC_URL).searchParams;
        const session = await finishSignIn(deps, client, { provider, browser, query });
        if (session === null) return `/settings/security?linked=${provider.id}`;
        if ('secondFactor' in session) return secondStepUrl(provider, session);
        refreshCookie.write(response, session.refreshToken);
        return `/auth?signed-in=${provider.id}`;
      }),
    listIdentities: async ({ person }) => ({ identities: await listIdentities(deps, person.id) }),
    linkIdentity: async ({ client, person, caller, body, request, response }) => {
      const provider = findProvider(body.provider);
      if (!provider) throw providerNotFound();
      const url = await beginSignIn(deps, client, {
        provider,
        browser: browserCookie.keep(request, response),
        personId: person.id,
        sessionId: caller.kind === 'session' ? caller.sessionId : null,
      }).catch((error: unknown) => {
        throw error instanceof SignInRefused ? providerUnavailable() : error;
      });
      return { url: url.href };
    },
    deleteIdentity: ({ client, person, path }) =>
      deleteIdentity(deps, { personId: person.id, name: 'session', ...client }, path.id),
  };
}

/** The token is in the fragment, which no browser sends to a server, and no log has. */
function secondStepUrl({ id }: Provider, { secondFactor: { token, methods } }: SecondFactorNeeded): string {
  return `/auth?second-step=${id}#${new URLSearchParams({ token, methods: methods.join(' ') })}`;
}

/** The refusals of an invitation to a workspace, by their codes. */
const invitationProblems: Readonly<Record<string, SignInProblem>> = {
  other_invitation: 'other_invitation',
  invalid_token: 'invitation_over',
};

function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInRefused) return error.problem;
  if (!(error instanceof HttpError)) return 'failed';
  return error.status === 429 ? 'too_many' : (invitationProblems[error.code] ?? 'failed');
}

/**
 * A page elsewhere must not begin a sign-in: it could have signed the browser in at the provider as somebody else, whose
 * identity would then wait for this person. Programs and old browsers do not say where they come from.
 */
function isFromElsewhere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
