import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** The same mail for an idle account. */
export function idleAccountDeletedMail(to: string): Mail {
  return renderMail(to, {
    name: 'idle-account-deleted',
    subject: 'Your account was deleted',
    paragraphs: [
      'Nobody has used your Inlet account for 12 months, so it was deleted, as we wrote you 30 days and 7 days ago. Its forms do not take submissions any more.',
      'What they had received is being removed now. This can’t be undone. You are welcome to sign up again.',
    ],
  });
}

/** To the owners of a deleted workspace, who keep their own account. */
export function workspaceDeletedMail(to: string, workspace: string): Mail {
  return renderMail(to, {
    name: 'workspace-deleted',
    subject: `The workspace ${workspace} was deleted`,
    paragraphs: [
      `The workspace ${workspace} was deleted, and its forms do not take submissions any more. Your own account stays.`,
      'What they had received is being removed now. This can’t be undone.',
    ],
    notes: ['If it was not you or another owner, contact the operator of this Inlet as soon as you can.'],
  });
}

/** The last mail to the owner of a deleted account. */
export function accountDeletedMail(to: string): Mail {
  return renderMail(to, {
    name: 'account-deleted',
    subject: 'Your account was deleted',
    paragraphs: [
      'Your Inlet account was deleted, and its forms do not take submissions any more.',
      'What they had received is being removed now. This can’t be undone.',
    ],
    notes: ['If it was not you, contact the operator of this Inlet as soon as you can.'],
  });
}
