import { matchFields } from '#people/match-fields.ts';
import type { AddressMatcher } from '#people/matcher.ts';
import { unescapeJson } from '#unescape-json.ts';

/** True if a text is an address or mentions it, even if JSON escapes hide it. */
export function namesAddress(text: string | null | undefined, matcher: AddressMatcher): boolean {
  if (text === null || text === undefined) return false;
  const names = (each: string) => matcher.isAddress(each) || matcher.positionsIn(each).length > 0;
  const unescaped = unescapeJson(text);
  return names(text) || (unescaped !== text && names(unescaped));
}

/** A queued submission, or one that was set aside. */
interface Unstored {
  readonly json: string;
  readonly subject: string | null;
  readonly replyTo: string | null;
}

/** True if an unstored submission belongs to the person. Invalid JSON belongs to them if it contains the address. */
export function isTheirs({ json, subject, replyTo }: Unstored, matcher: AddressMatcher): boolean {
  if ([subject, replyTo].some((text) => typeof text === 'string' && matcher.isAddress(text))) return true;
  try {
    return matchFields(json, matcher).isPerson;
  } catch {
    return namesAddress(json, matcher);
  }
}

const mailTexts = ['subject', 'text', 'html', 'replyTo'] as const;

/** The parts of a mail that show whom it is about. */
export interface MailAbout {
  readonly to: string;
  readonly kind?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string | undefined;
}

/**
 * True if a form's mail is a reply to the person, or contains the address. Recipients are chosen by the owner and do
 * not count.
 */
export function isMailAbout(mail: MailAbout, matcher: AddressMatcher): boolean {
  if (mail.kind === 'auto-reply' && matcher.isAddress(mail.to)) return true;
  return mailTexts.some((name) => namesAddress(mail[name], matcher));
}
