/** The refusals of sign-in with providers. */
export const providerRefusals = {
  passwordsOff: {
    status: 403,
    code: 'passwords_off',
    message: 'Passwords are switched off here. Continue with a provider on the sign-in page.',
  },
  identityNotFound: { status: 404, code: 'identity_not_found', message: 'This provider does not sign you in' },
  providerNotFound: {
    status: 404,
    code: 'provider_not_found',
    message: 'This installation does not offer this way to sign in',
  },
  lastWayIn: {
    status: 409,
    code: 'last_way_in',
    message: 'This is your last way to sign in. Choose a password or link another provider first.',
  },
  providerUnavailable: {
    status: 503,
    code: 'provider_unavailable',
    message: 'The provider did not respond. Please try again in a moment.',
    headers: { 'retry-after': '5' },
  },
} as const;
