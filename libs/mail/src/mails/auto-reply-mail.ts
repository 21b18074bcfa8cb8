import type { Language } from '@inlet/contracts/languages';
import { wordsOf } from '@inlet/contracts/languages/words';
import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

interface Template {
  readonly subject: string;
  readonly body: string;
  /** The default is English. */
  readonly language?: Language;
}

/** Replies to the sender of a submission with the owner's text, and with none of the sender's own. */
export function autoReplyMail(
  to: string,
  { subject, body, language = 'en' }: Template,
  unsubscribe: UnsubscribeUrls,
): Mail {
  return renderMail(to, {
    name: 'auto-reply',
    kind: 'auto-reply',
    language,
    subject,
    paragraphs: body.split(/\n{2,}/),
    notes: [wordsOf(language).say('replyNote')],
    unsubscribe,
  });
}
