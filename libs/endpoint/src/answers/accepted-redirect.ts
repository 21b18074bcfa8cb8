import { readWebAddress, redirectMax } from '@inlet/contracts/after-sending';
import type { KnownForm } from '#forms/known-form.ts';

/**
 * The target of a form's `_redirect`, if allowed: within the form's allowed origins, or, if every website may submit,
 * on the submitting website. Anything else would let a stranger exploit the form's reputation.
 */
export function acceptedRedirect(redirect: string | null, form: KnownForm, origin: string | null): string | null {
  const url = redirect === null ? null : readWebAddress(redirect);
  if (url === null) return null;
  const isAllowed = form.allowedOrigins.length === 0 ? url.origin === origin : form.allows(url.origin);
  return isAllowed && url.href.length <= redirectMax ? url.href : null;
}
