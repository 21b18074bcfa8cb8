import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

/** Tells a person that a recovery code took the second step of a sign-in. */
export function recoveryCodeUsedMail(to: string, publicUrl: string, left: number): Mail {
  return renderMail(to, {
    name: 'recovery-code-used',
    subject: 'A recovery code was used',
    paragraphs: [
      `Somebody signed in to your Inlet account with the password and a recovery code. ${leftInWords(left)}`,
      'If it was not you, choose a new password at once, then make new recovery codes in your settings.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
  });
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones in your settings.';
  return left === 1 ? 'One code is left.' : `${left} codes are left.`;
}
