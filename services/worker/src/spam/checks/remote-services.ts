import type { CaptchaProvider } from '@inlet/contracts/spam';

/** The addresses of remote checks. Tests use local fakes. */
export type RemoteServices = Readonly<Record<CaptchaProvider | 'akismet', string>>;

export const remoteServices: RemoteServices = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  akismet: 'https://rest.akismet.com/1.1/comment-check',
};

/** The timeout of a whole exchange with a service. */
export const remoteTimeoutMs = 3_000;

/**
 * The result of a service: points for spam, no objection, or no usable result. A check that would cost too much is not
 * made.
 */
export type RemoteAnswer = { readonly points: number } | 'unchecked' | 'unfinished';
