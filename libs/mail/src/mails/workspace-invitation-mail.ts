import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

/** Invites somebody to the workspace of others. */
export function workspaceInvitationMail(to: string, link: string, workspace: string, inviter: string): Mail {
  return renderMail(to, {
    name: 'workspace-invitation',
    subject: 'You are invited to a workspace on Inlet',
    paragraphs: [`${inviter} invites you to the workspace “${workspace}”. Sign in or create an account to join it.`],
    button: { label: 'Join the workspace', url: link },
    notes: ['The link works once and for 7 days, with this address.'],
  });
}
