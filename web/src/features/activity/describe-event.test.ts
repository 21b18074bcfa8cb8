import { auditActions } from '@inlet/contracts/audit';
import { formerInvitation, formerMember } from '@inlet/contracts/former-people';
import { expect, it } from 'vitest';
import { actionGroups } from '#features/activity/action-choices.ts';
import { actorOf, describeEvent } from '#features/activity/describe-event.ts';

it.each([
  ['account.session_ended', { session: 'an id' }, 'Signed out one device'],
  [
    'account.session_ended',
    { session: 'an id', reason: 'token_reused' },
    'A device was signed out because an old session token was reused',
  ],
  ['account.signed_out_everywhere', { sessions: 3 }, 'Signed out everywhere (3 devices)'],
  ['member.invited', { email: 'a@b.example', role: 'viewer' }, 'Invited somebody: a@b.example (viewer)'],
  ['member.invited', { email: formerInvitation, role: 'viewer' }, 'Invited somebody (viewer)'],
  ['member.invitation_withdrawn', { email: formerInvitation }, 'Withdrew an invitation'],
  [
    'account.sign_in_failed',
    { step: 'second_factor', provider: 'Google' },
    'Somebody signed in with Google and gave a wrong code',
  ],
  ['account.signed_in', { secondFactor: 'totp', provider: 'Google' }, 'Signed in with Google'],
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
  ['submissions.imported', { importId: 'x' }, 'Imported submissions into a form'],
  ['submissions.import_undone', { count: 3 }, 'Undid an import of 3 submissions'],
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

it.each([
  ['a key', { actor: 'key: Nightly: backup', actorEmail: null }, 'API key “Nightly: backup”'],
  ['the key of a member', { actor: 'key: Deploy', actorEmail: 'bo@b.example' }, 'API key “Deploy” of bo@b.example'],
  ['a member', { actor: 'session', actorEmail: 'bo@b.example' }, 'bo@b.example'],
  ['somebody who is deleted', { actor: 'session', actorEmail: formerMember }, formerMember],
  ['the only member', { actor: 'session', actorEmail: 'ada@b.example' }, null],
  ['the key of the only member', { actor: 'key: Deploy', actorEmail: 'ada@b.example' }, 'API key “Deploy”'],
  ['Inlet', { actor: 'system', actorEmail: null }, null],
])('names %s as the author, unless nobody else could be', (_, event, author) => {
  expect(actorOf(event, 'ada@b.example')).toBe(author);
});

it('offers every kind of event once, in words', () => {
  const offered = actionGroups().flatMap(({ actions }) => actions);
  expect(offered.map(({ value }) => value).sort()).toEqual([...auditActions].sort());
  const labels = offered.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-zA-Z ]+$/);
});
