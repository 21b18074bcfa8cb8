import { auditActions } from '@inlet/contracts/audit';
import { expect, it } from 'vitest';
import { actorOf, describeEvent } from '#features/activity/describe-event.ts';

it.each([
  ['account.session_ended', { session: 'an id' }, 'Signed out one device'],
  [
    'account.session_ended',
    { session: 'an id', reason: 'token_reused' },
    'A device was signed out because an old session token was reused',
  ],
  ['account.signed_out_everywhere', { sessions: 3 }, 'Signed out everywhere (3 devices)'],
  ['account.email_change_requested', { email: 'new@b.example' }, 'Asked to change the email address to new@b.example'],
  [
    'account.email_changed',
    { from: 'a@b.example', to: 'c@d.example' },
    'Changed the email address from a@b.example to c@d.example',
  ],
  ['api_key.revoked', { name: 'Deploy', reason: 'password_reset' }, 'The API key “Deploy” ended with the old password'],
  ['api_key.created', { name: 'Deploy', scope: 'write' }, 'Created the API key “Deploy” (read and write)'],
  ['form.updated', { name: 'Contact', fields: ['name'] }, 'Changed the name of the form “Contact”'],
  [
    'form.updated',
    { name: 'Contact', fields: ['description', 'allowedOrigins', 'isActive'] },
    'Changed the description, the allowed origins, and the status of the form “Contact”',
  ],
  ['form.updated', { name: 'Contact', fields: ['isActive'], isActive: true }, 'Activated the form “Contact”'],
  ['form.updated', { name: 'Contact', fields: ['isActive'], isActive: false }, 'Deactivated the form “Contact”'],
  [
    'form.updated',
    { name: 'Contact', fields: ['name', 'isActive'], isActive: false },
    'Changed the name of the form “Contact” and deactivated it',
  ],
  ['form.exported', { format: 'csv' }, 'Exported submissions as CSV'],
  ['submissions.deleted', { count: 1 }, 'Deleted 1 submission of a form'],
  ['submissions.marked', { count: 2, isSpam: true }, 'Moved 2 submissions into the spam folder'],
  ['submissions.marked', { count: 1, isSpam: false }, 'Moved 1 submission to the inbox'],
  ['recipient.unsubscribed', { email: 'a@b.example' }, 'A recipient unsubscribed: a@b.example'],
  ['target.created', { name: 'Slack' }, 'Added the integration “Slack”'],
  [
    'target.disabled',
    { name: 'CRM', reason: 'gone' },
    'The integration “CRM” was disabled because its receiver answered that it is gone',
  ],
  ['target.disabled', { reason: 'failing' }, 'The integration was disabled after three days without a success'],
])('%s with %j reads as a sentence', (action, details, sentence) => {
  expect(describeEvent({ action, details })).toBe(sentence);
});

it.each(auditActions)('%s is a sentence also when a detail is missing', (action) => {
  expect(describeEvent({ action, details: {} })).toMatch(/^[A-Z][a-zA-Z ]+$/);
});

it('an action that this version does not know shows its own name', () => {
  expect(describeEvent({ action: 'form.moved', details: {} })).toBe('form.moved');
  expect(describeEvent({ action: 'toString', details: {} })).toBe('toString');
});

it('names the key that did it, and nobody where the owner did', () => {
  expect(actorOf({ actor: 'key: Nightly: backup' })).toBe('API key “Nightly: backup”');
  expect(actorOf({ actor: 'session' })).toBeNull();
  expect(actorOf({ actor: 'system' })).toBeNull();
});
