import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

export interface PasskeyChange {
  readonly name: string;
  readonly change: 'added' | 'removed';
}

const effects = {
  added: 'It signs in to your account from now on, alone or after the password.',
  removed: 'It does not sign in to your account any more.',
};

/** Tells a person that a way to sign in was added or removed. */
export function passkeyMail(to: string, publicUrl: string, { name, change }: PasskeyChange): Mail {
  return renderMail(to, {
    name: 'passkey',
    subject: `A passkey was ${change}`,
    paragraphs: [
      `The passkey “${name}” of your Inlet account was ${change}. ${effects[change]}`,
      'If it was not you, choose a new password and look at your passkeys at once.',
    ],
    button: { label: 'See your passkeys', url: `${publicUrl}/settings` },
  });
}
