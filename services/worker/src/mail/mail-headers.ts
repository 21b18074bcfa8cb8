import type { Mail } from '@inlet/contracts/mail';

/** A plain address: no list, no name, no quotes. */
const plainAddress = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;
/** Visible ASCII, because nodemailer writes a prepared header as it is. */
const plainUrl = /^https?:\/\/[!-;=?-~]+$/;
const plainId = /^[\w.-]+$/;

/**
 * The headers of a mail beside its subject and its recipient. Values that visitors chose end up here: what is not of
 * the expected form is left out, so none of them can begin another header.
 */
export function mailHeaders({ kind, replyTo, unsubscribeUrl, references }: Mail, domain: string) {
  return {
    ...(replyTo !== undefined && plainAddress.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
    ...(references !== undefined && plainId.test(references) && { references: `<${references}@${domain}>` }),
    headers: {
      // Automatic replies ignore mails with these headers.
      'Auto-Submitted': kind === 'auto-reply' ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl !== undefined && plainUrl.test(unsubscribeUrl) && unsubscribeHeaders(unsubscribeUrl)),
    },
  };
}

/** One click in a mail program unsubscribes (RFC 8058). Some relays break a signature over a folded line. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** A line break in a subject would be shown as one by some mail programs, and control characters by none. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
