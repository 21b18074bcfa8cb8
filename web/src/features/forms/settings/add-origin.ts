import { allowedOriginsMax } from '@inlet/contracts/forms';
import { normaliseOrigin, originMessage } from '@inlet/contracts/origins';
import { cutToOrigin } from '#features/forms/origin-input.ts';

export type AddedOrigin =
  | { readonly origins: readonly string[]; readonly added: string }
  | { readonly problem: string; readonly isRefused: boolean };

/** Adds an origin to the list in its normalised form. */
export function addOrigin(origins: readonly string[], typed: string): AddedOrigin {
  const added = normaliseOrigin(cutToOrigin(typed));
  if (added === null) return { problem: originMessage, isRefused: true };
  if (origins.includes(added)) return { problem: `${added} is on the list already`, isRefused: false };
  if (origins.length >= allowedOriginsMax) {
    return { problem: `A form can have at most ${allowedOriginsMax} origins`, isRefused: true };
  }
  return { origins: [...origins, added], added };
}
