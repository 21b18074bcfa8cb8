/** Refusals about the check-up of a form's page. */
export const checkRefusals = {
  checkNotFound: { status: 404, code: 'check_not_found', message: 'Check-up not found' },
  checkRunning: {
    status: 409,
    code: 'check_running',
    message: 'A check-up of this form is under way. Wait until it is complete.',
  },
  checkLimitReached: {
    status: 429,
    code: 'check_limit_reached',
    message: (limit: number | 'N') =>
      `A form can be checked at most ${limit} times in an hour. Please try again later.`,
  },
} as const;
