import type { ApiKey } from '@inlet/contracts/api-keys';
import type { Mail } from '@inlet/contracts/mail';
import { renderMail } from '#render-mail.ts';

type NewKey = Pick<ApiKey, 'name' | 'scope' | 'expiresAt'>;

/** Tells an owner that a program can now use the account. */
export function apiKeyCreatedMail(to: string, publicUrl: string, { name, scope, expiresAt }: NewKey): Mail {
  const may = scope === 'write' ? 'read and change your forms and submissions' : 'read your forms and submissions';
  const until = expiresAt === null ? 'until it is revoked' : `until ${new Date(expiresAt).toUTCString()}`;
  return renderMail(to, {
    name: 'api-key-created',
    subject: 'An API key was created',
    paragraphs: [
      `Your Inlet account has a new API key, “${name}”. A program that has it may ${may}, ${until}.`,
      'If it was not you, revoke the key and choose a new password at once.',
    ],
    button: { label: 'See your API keys', url: `${publicUrl}/settings/api-keys` },
  });
}
