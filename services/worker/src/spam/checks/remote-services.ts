import type { CaptchaProvider } from '@inlet/contracts/spam';

/** Where remote checks go. Tests have stand-ins on loopback. */
export type RemoteServices = Readonly<Record<CaptchaProvider | 'akismet', string>>;

export const remoteServices: RemoteServices = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  akismet: 'https://rest.akismet.com/1.1/comment-check',
};

/** For each whole exchange with a service. */
export const remoteTimeoutMs = 3_000;

/**
 * What a service said: that it is spam with so many points, that nothing is wrong, or nothing that can be used. It is
 * not asked if the question costs too much.
 */
export type RemoteAnswer = { readonly points: number } | 'unchecked' | 'unfinished';
