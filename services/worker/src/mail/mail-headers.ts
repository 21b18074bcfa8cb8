import type { Mail } from '@inlet/contracts/mail';

/** Matches a plain address, without a list, a name or quotes. */
const plainAddress = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;
/** Matches visible ASCII, because nodemailer writes a prepared header unchanged. */
const plainUrl = /^https?:\/\/[!-;=?-~]+$/;
const plainId = /^[\w.-]+$/;

/**
 * The headers of a mail besides its subject and recipient. Some values come from visitors: any value in an unexpected
 * format is omitted, so that none can start another header.
 */
export function mailHeaders({ kind, replyTo, unsubscribeUrl, references }: Mail, domain: string) {
  return {
    ...(replyTo !== undefined && plainAddress.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
    ...(references !== undefined && plainId.test(references) && { references: `<${references}@${domain}>` }),
    headers: {
      // Auto-responders ignore mails with these headers.
      'Auto-Submitted': kind === 'auto-reply' ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl !== undefined && plainUrl.test(unsubscribeUrl) && unsubscribeHeaders(unsubscribeUrl)),
    },
  };
}

/** A single click in a mail program unsubscribes (RFC 8058). Some relays break a signature over a folded line. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Some mail programs would display a line break in a subject, and none displays control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
