/** The refusals of test mails. */
export const mailRefusals = {
  testMailNotFound: {
    status: 404,
    code: 'test_mail_not_found',
    message: 'There is no such test mail of yours from the last hour',
  },
  emailNotConfirmed: {
    status: 409,
    code: 'email_not_confirmed',
    message: 'Confirm your email address first, by the link that was mailed to you.',
  },
  testMailLimitReached: {
    status: 429,
    code: 'test_mail_limit_reached',
    message: (limit: number | 'N') =>
      `You can send ${limit} test mails an hour. Please wait until the hour is over, then try again.`,
    headers: { 'retry-after': '3600' },
  },
} as const;
