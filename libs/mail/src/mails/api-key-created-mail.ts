import type { ApiKey } from '@inlet/contracts/api-keys';
import type { Mail } from '@inlet/contracts/mail';
import { sumOf } from '@inlet/contracts/scopes';
import { renderMail } from '#render-mail.ts';

type NewKey = Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>;

const sums = {
  read: 'read your forms and submissions',
  write: 'read and change your forms and submissions',
};

/** Tells an owner that a program may use the account from now on. */
export function apiKeyCreatedMail(to: string, publicUrl: string, { name, scopes, expiresAt }: NewKey): Mail {
  const sum = sumOf(scopes);
  const may = sum ? sums[sum] : `use ${scopes.join(', ')}`;
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
