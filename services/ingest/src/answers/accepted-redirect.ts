import { readWebAddress, redirectMax } from '@inlet/contracts/after-sending';
import type { KnownForm } from '#forms/form-directory.ts';

/**
 * The address that a form's `_redirect` leads to, if it may: within the form's allowed origins, or, where every
 * website may submit, on the one that did. Anything else would let a stranger borrow the form's good name.
 */
export function acceptedRedirect(redirect: string | null, form: KnownForm, origin: string | null): string | null {
  const url = redirect === null ? null : readWebAddress(redirect);
  if (url === null) return null;
  const isAllowed = form.allowedOrigins.length === 0 ? url.origin === origin : form.allows(url.origin);
  return isAllowed && url.href.length <= redirectMax ? url.href : null;
}
