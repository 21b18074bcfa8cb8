import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GitHubEndpoints } from '#identity/providers/github-provider.ts';
import { open, testClientId, testClientSecret } from '#identity/providers/issuer.test-setup.ts';

export interface GitHubPerson {
  readonly id: number;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

export interface TestGitHub {
  readonly endpoints: GitHubEndpoints;
  /** Has the next sign-in be that of a person. */
  readonly signInAs: (person: GitHubPerson) => void;
  readonly close: () => Promise<void>;
}

/** Stands in for GitHub: OAuth 2 with PKCE, `/user` and `/user/emails`. Codes and tokens work as there. */
export async function startGitHub(): Promise<TestGitHub> {
  let person: GitHubPerson | null = null;
  const codes = new Map<string, { readonly person: GitHubPerson; readonly challenge: string }>();
  const tokens = new Map<string, GitHubPerson>();

  function authorize(query: URLSearchParams): string {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const isRight = query.get('client_id') === testClientId && query.get('code_challenge_method') === 'S256';
    if (!person || !isRight) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(10).toString('hex');
      codes.set(code, { person, challenge: query.get('code_challenge') ?? '' });
      back.searchParams.set('code', code);
    }
    return back.href;
  }

  async function exchange(request: IncomingMessage): Promise<object> {
    const form = new URLSearchParams(await text(request));
    const found = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    // GitHub refuses with the status 200.
    if (!found || found.challenge !== challenge) return { error: 'bad_verification_code' };
    if (form.get('client_secret') !== testClientSecret) return { error: 'incorrect_client_credentials' };
    const token = `gho_${randomBytes(18).toString('hex')}`;
    tokens.set(token, found.person);
    return { access_token: token, token_type: 'bearer', scope: 'user:email' };
  }

  const server = await open(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: authorize(url.searchParams) }).end();
      return;
    }
    const bearer = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
    const answers: Record<string, () => unknown> = {
      '/token': () => exchange(request),
      '/user': () => bearer && { id: bearer.id, login: 'somebody' },
      '/user/emails': () => bearer?.emails,
    };
    const answer = await answers[url.pathname]?.();
    response.writeHead(answer ? 200 : 401, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(answer ?? { message: 'Bad credentials' }));
  });
  const { url } = server;
  return {
    endpoints: { issuer: `${url}/login`, authorize: `${url}/authorize`, token: `${url}/token`, api: url },
    signInAs: (next) => {
      person = next;
    },
    close: server.close,
  };
}
