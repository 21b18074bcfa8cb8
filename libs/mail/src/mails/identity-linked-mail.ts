import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Tells a person that a provider signs in to the account from now on. */
export function identityLinkedMail(to: string, publicUrl: string, provider: string): Mail {
  return renderMail(to, {
    name: 'identity-linked',
    subject: `Signing in with ${provider} is linked to your account`,
    paragraphs: [
      `Your Inlet account can now be opened by signing in with ${provider}.`,
      'If it was not you, remove it in your settings at once, end all sessions there and choose a new password.',
    ],
    button: { label: 'Open your settings', url: `${publicUrl}/settings` },
  });
}
