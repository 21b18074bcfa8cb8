/** The refusals of a sign-in by a code. The first four have the codes of RFC 8628. */
export const deviceRefusals = {
  authorizationPending: {
    status: 400,
    code: 'authorization_pending',
    message: 'Nobody has answered the request yet. Ask again after the interval.',
  },
  slowDown: {
    status: 400,
    code: 'slow_down',
    message: 'This was asked too soon after the last time. Wait for the interval between two requests.',
  },
  accessDenied: { status: 400, code: 'access_denied', message: 'The request was denied. No key was made.' },
  expiredToken: {
    status: 400,
    code: 'expired_token',
    message: 'This device code has expired, or its key was fetched already. Ask for a new code.',
  },
  deviceCodeNotFound: {
    status: 404,
    code: 'device_code_not_found',
    message: 'No machine waits with this code. A code lasts ten minutes; ask for a new one on the machine.',
  },
  deviceCodeUsed: {
    status: 409,
    code: 'device_code_used',
    message: 'This code was answered already. Ask for a new one on the machine.',
  },
  deviceUnavailable: {
    status: 503,
    code: 'unavailable',
    message: 'A sign-in by code is not possible right now. Please try again in a moment, or use an API key.',
    headers: { 'retry-after': '2' },
  },
} as const;
