import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

interface Template {
  readonly subject: string;
  readonly body: string;
}

/** Replies to the sender of a submission with the owner's text, and with none of the sender's own. */
export function autoReplyMail(to: string, { subject, body }: Template, unsubscribe: UnsubscribeUrls): Mail {
  return renderMail(to, {
    name: 'auto-reply',
    kind: 'auto-reply',
    subject,
    paragraphs: body.split(/\n{2,}/),
    notes: ['This is an automatic answer, because a form was sent with this address. Nobody reads replies to it.'],
    unsubscribe,
  });
}
