import type { KnownForm } from '#forms/form-directory.ts';

/** Characters of an address; proxies drop an answer whose headers are long, and the visitor would never see it. */
const redirectMax = 2_000;

/**
 * The address that a form's `_redirect` leads to, if it may: within the form's allowed origins, or, where every
 * website may submit, on the one that did. Anything else would let a stranger borrow the form's good name.
 */
export function acceptedRedirect(redirect: string | null, form: KnownForm, origin: string | null): string | null {
  if (redirect === null || !URL.canParse(redirect)) return null;
  const url = new URL(redirect);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const isAllowed = form.allowedOrigins.length === 0 ? url.origin === origin : form.allows(url.origin);
  return isAllowed && url.href.length <= redirectMax ? url.href : null;
}
