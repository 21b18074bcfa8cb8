import { matchFields } from '#people/match-fields.ts';
import type { AddressMatcher } from '#people/matcher.ts';
import { unescapeJson } from '#unescape-json.ts';

/** Whether a text is an address or mentions it, also where the text is JSON and hides it behind escapes. */
export function namesAddress(text: string | null | undefined, matcher: AddressMatcher): boolean {
  if (text === null || text === undefined) return false;
  const names = (each: string) => matcher.isAddress(each) || matcher.positionsIn(each).length > 0;
  const unescaped = unescapeJson(text);
  return names(text) || (unescaped !== text && names(unescaped));
}

/** A submission on its way, or one that was set aside. */
interface Unstored {
  readonly json: string;
  readonly subject: string | null;
  readonly replyTo: string | null;
}

/** Whether a submission that is not stored is the person's. Fields that are no JSON are theirs if they name the address. */
export function isTheirs({ json, subject, replyTo }: Unstored, matcher: AddressMatcher): boolean {
  if ([subject, replyTo].some((text) => typeof text === 'string' && matcher.isAddress(text))) return true;
  try {
    return matchFields(json, matcher).isPerson;
  } catch {
    return namesAddress(json, matcher);
  }
}

const mailTexts = ['subject', 'text', 'html', 'replyTo'] as const;

/** A mail as far as it says whom it is about. */
export interface MailAbout {
  readonly to: string;
  readonly kind?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string | undefined;
}

/** Whether a form's mail is an answer to the person, or names the address. A recipient is the owner's own person. */
export function isMailAbout(mail: MailAbout, matcher: AddressMatcher): boolean {
  if (mail.kind === 'auto-reply' && matcher.isAddress(mail.to)) return true;
  return mailTexts.some((name) => namesAddress(mail[name], matcher));
}
