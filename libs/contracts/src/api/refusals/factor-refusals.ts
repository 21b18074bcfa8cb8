/** The refusals of second factors and passkeys. */
export const factorRefusals = {
  invalidPasskey: {
    status: 401,
    code: 'invalid_passkey',
    message: 'This passkey was not accepted. Try again, or sign in with your password.',
  },
  invalidSecondFactor: {
    status: 401,
    code: 'invalid_second_factor',
    message: 'This code or passkey was not accepted. Every code works once.',
  },
  signInExpired: {
    status: 401,
    code: 'sign_in_expired',
    message: 'This sign-in took too long, or had too many wrong codes. Enter your password again.',
  },
  passkeyLimitReached: {
    status: 403,
    code: 'passkey_limit_reached',
    message: (limit: number | 'N') => `You can have at most ${limit} passkeys. Delete one that is not used any more.`,
  },
  secondFactorRequired: {
    status: 403,
    code: 'second_factor_required',
    message: 'This workspace requires two-step sign-in. Set it up in your settings, then try again.',
  },
  wrongCode: { status: 403, code: 'wrong_code', message: 'This code is not right. Every code works once.' },
  wrongPasskey: { status: 403, code: 'wrong_passkey', message: 'This passkey was not accepted. Try again.' },
  passkeyNotFound: { status: 404, code: 'passkey_not_found', message: 'Passkey not found' },
  lastWayIn: {
    status: 409,
    code: 'last_way_in',
    message: 'Without this passkey you could not sign in any more. Choose a password first.',
  },
  passkeyTaken: { status: 409, code: 'passkey_taken', message: 'This passkey is in use already' },
  secondFactorOff: {
    status: 409,
    code: 'second_factor_off',
    message: 'Two-step sign-in is off. Set up an authenticator app or a passkey first.',
  },
  secondFactorOn: {
    status: 409,
    code: 'second_factor_on',
    message: 'An authenticator app is set up already. Remove it first.',
  },
} as const;
