import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Shows a person that mails arrive. It is an ordinary mail of the account, so it goes where those go. */
export function testMail(to: string, publicUrl: string): Mail {
  const mail = renderMail(to, {
    name: 'test',
    subject: 'A test mail from Inlet',
    paragraphs: [
      'You asked for this mail. Because you read it, mails of Inlet reach you.',
      'If it was in your spam folder, mark it as no spam, and look at what the settings say about your mails.',
    ],
    button: { label: 'Open the settings of mail', url: `${publicUrl}/settings/mail` },
  });
  return { ...mail, isTest: true };
}
