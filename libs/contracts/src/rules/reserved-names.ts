import type { CaptchaProvider } from '#inbox/spam.ts';

const underscore = '_'.charCodeAt(0);

/** True for an option for Inlet, such as `_redirect` or the honeypot `_gotcha`. Two underscores start an ordinary name. */
export function isOptionName(name: string): boolean {
  return name.charCodeAt(0) === underscore && name.charCodeAt(1) !== underscore;
}

/** Fields that captchas add to a form. Some also add those of other providers, for sites that switched. */
export const captchaTokenFields: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'cf-turnstile-response',
  hcaptcha: 'h-captcha-response',
  recaptcha: 'g-recaptcha-response',
};
const allTokenFields: ReadonlySet<string> = new Set(Object.values(captchaTokenFields));

/** True for the token of any captcha. */
export function isTokenField(name: string): boolean {
  return allTokenFields.has(name);
}

/** True for a field that a form may send to Inlet itself: no rule can name it, and it is never unknown. */
export function isReservedName(name: string): boolean {
  return isOptionName(name) || isTokenField(name);
}
