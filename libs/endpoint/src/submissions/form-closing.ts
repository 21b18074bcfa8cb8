import type { ClosingEntry } from '@inlet/contracts/form-closing';
import { formStateOf } from '@inlet/contracts/form-state';
import { claimOfId, type KeyClaim } from '@inlet/submissions/key-claim';
import { formClosed, notOpenYet } from '#refusals/submit-errors.ts';

/** Throws the refusal of a form that takes nothing at this time. Its number is compared when it is counted. */
export function requireOpen(closing: ClosingEntry): void {
  const { opensAtMs, closesAtMs } = closing;
  const state = formStateOf({ opensAtMs, closesAtMs, maxSubmissions: null }, 0, Date.now());
  if (state === 'not_open_yet') throw notOpenYet(closing);
  if (state === 'closed') throw formClosed(closing.message);
}

/**
 * The claim of an id from the gateway, which repeats a submission if ingest breaks off. Without it, the repeat would be
 * counted again, or refused by a form that its first attempt has filled.
 */
export function claimOfGiven(given: string | undefined): KeyClaim | null {
  return given === undefined ? null : claimOfId(given);
}
