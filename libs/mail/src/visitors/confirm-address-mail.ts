import { addressConfirmationDays } from '@inlet/contracts/confirmation';
import type { Language } from '@inlet/contracts/languages';
import { wordsOf } from '@inlet/contracts/languages/words';
import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';
import { formNameFor } from '#visitors/form-name.ts';

interface Question {
  readonly formName: string;
  readonly language: Language;
  /** The page behind its button. */
  readonly url: string;
}

/** Asks the visitor of a submission to confirm the address, with nothing that the visitor wrote. */
export function confirmAddressMail(
  to: string,
  { formName, language, url }: Question,
  unsubscribe: UnsubscribeUrls,
): Mail {
  const { say } = wordsOf(language);
  return renderMail(to, {
    name: 'confirm-address',
    kind: 'auto-reply',
    language,
    subject: say('confirmSubject'),
    paragraphs: [say('confirmLead', { form: formNameFor(formName) })],
    button: { label: say('confirmButton'), url },
    notes: [say('linkExpiry', { count: addressConfirmationDays }), say('confirmIgnore')],
    unsubscribe,
  });
}
