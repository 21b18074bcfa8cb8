import { beginSignInSchema, identityLinkSchema, identityListSchema, linkIdentitySchema } from '#account/identities.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';

const landing =
  'A browser that cannot be signed in lands on `/auth?problem=CODE`, and the page has a sentence for each code.';

export const providerRoutes = {
  beginProviderSignIn: {
    group: 'Signing in',
    summary: 'Sign in with a provider',
    description: `For browsers: open this address as a page. \`GET /api/config\` lists the providers. ${landing}`,
    access: 'public',
    query: beginSignInSchema,
    success: { status: 302, description: 'A redirect to the provider', location: null },
  },
  endProviderSignIn: {
    group: 'Signing in',
    summary: 'Return from a provider',
    description: `The provider sends the browser here, with a code that works once. After Google or GitHub, a person with a second factor lands on \`/auth?second-step=PROVIDER#token=TOKEN&methods=METHODS\`, and \`POST /api/auth/second-factor\` takes the token. ${landing}`,
    access: 'public',
    success: { status: 302, description: 'A redirect to the app, with the refresh token as a cookie', location: null },
  },
  listIdentities: {
    group: 'Account',
    summary: 'List the providers that sign you in',
    access: 'person',
    action: 'self',
    success: { status: 200, description: 'The identities', schema: identityListSchema },
  },
  linkIdentity: {
    group: 'Account',
    summary: 'Link an identity at a provider',
    description:
      'Open the `url` in the same browser within ten minutes. The identity that signs in there opens your account from then on.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    body: linkIdentitySchema,
    success: { status: 200, description: 'Where to go next', schema: identityLinkSchema },
    refusals: ['providerNotFound', 'providerUnavailable', 'tooManyAttempts'],
  },
  deleteIdentity: {
    group: 'Account',
    summary: 'Unlink a provider',
    description: 'The last way to sign in cannot be removed.',
    access: 'person',
    action: 'self',
    needsConfirmation: true,
    success: { status: 204, description: 'The provider does not sign you in any more' },
    refusals: ['identityNotFound', 'lastWayIn'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
