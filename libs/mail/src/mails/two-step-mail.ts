import type { Mail } from '@inlet/contracts/mail';
import { linkTo } from '#link-to.ts';
import { renderMail } from '#render-mail.ts';

const changes = {
  on: {
    subject: 'Two-step sign-in is on',
    says: 'An authenticator app was set up for your Inlet account. A sign-in with the password asks for its code from now on.',
  },
  off: {
    subject: 'Two-step sign-in is off',
    says: 'The authenticator app of your Inlet account was removed. A sign-in does not ask for its code any more.',
  },
  reset: {
    subject: 'Two-step sign-in is off',
    says: 'The operator of this Inlet removed the authenticator app, the passkeys and the recovery codes of your account.',
  },
};

/** Tells a person that sign-ins need a code, or need none any more. */
export function twoStepMail(to: string, publicUrl: string, change: keyof typeof changes): Mail {
  const { subject, says } = changes[change];
  return renderMail(to, {
    name: 'two-step',
    subject,
    paragraphs: [
      says,
      'If you did not ask for it, choose a new password at once. Nobody can do that without this mailbox.',
    ],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'forgot') },
    notes: change === 'on' ? ['Keep your recovery codes apart from your phone: they let you in when it is lost.'] : [],
  });
}
