import type { AuditAction, AuditEvent } from '@inlet/contracts/audit';
import { formatCount } from '@inlet/contracts/counts';
import { formerInvitation } from '@inlet/contracts/former-people';

type Details = AuditEvent['details'];

/** An event as a sentence; the name of the action if a newer service sends one that this app does not know. */
export function describeEvent({ action, details }: Pick<AuditEvent, 'action' | 'details'>): string {
  return isKnown(action) ? sentences[action](details) : action;
}

/** The author of an event, for `by …`; null for Inlet, and for the only member of the workspace in the browser. */
export function actorOf(
  { actor, actorEmail }: Pick<AuditEvent, 'actor' | 'actorEmail'>,
  onlyMember: string | null,
): string | null {
  const keyName = /^key: (.*)$/s.exec(actor)?.[1];
  const person = actorEmail === onlyMember ? null : actorEmail;
  if (keyName === undefined) return person;
  return `API key “${keyName}”${person === null ? '' : ` of ${person}`}`;
}

/** Every kind of event that this app has words for. */
export const knownActions = (): AuditAction[] => Object.keys(sentences) as AuditAction[];

const sentences: Record<AuditAction, (details: Details) => string> = {
  'account.created': () => 'The account was created',
  'account.signed_in': ({ provider }) => (typeof provider === 'string' ? `Signed in with ${provider}` : 'Signed in'),
  'account.sign_in_failed': ({ step, provider }) => {
    if (step !== 'second_factor') return 'Somebody tried to sign in with a wrong password';
    return typeof provider === 'string'
      ? `Somebody signed in with ${provider} and gave a wrong code`
      : 'Somebody knew the password and gave a wrong code';
  },
  'account.signed_out': () => 'Signed out',
  'account.signed_out_everywhere': ({ sessions }) => `Signed out everywhere${inBrackets(counted(sessions, 'device'))}`,
  'account.session_ended': ({ reason }) =>
    reason === 'token_reused'
      ? 'A device was signed out because an old session token was reused'
      : 'Signed out one device',
  'account.password_changed': () => 'Changed the password',
  'account.password_reset': () => 'Reset the password by email',
  'account.email_change_requested': () => 'Asked to change the email address',
  'account.email_changed': () => 'Changed the email address',
  'account.email_verified': () => 'Verified the email address',
  'account.totp_on': () => 'Set up an authenticator app',
  'account.totp_off': () => 'Removed the authenticator app',
  'account.passkey_added': ({ name }) => `Added the passkey${quoted(name)}`,
  'account.passkey_removed': ({ name }) => `Removed the passkey${quoted(name)}`,
  'account.recovery_codes_renewed': () => 'Made new recovery codes',
  'account.recovery_code_used': () => 'Signed in with a recovery code',
  'account.factors_reset': () => 'The operator removed the second factors',
  'account.updated': () => 'Changed the settings of the account',
  'account.retention_changed': ({ days }) => retentionWords(days, 'new forms'),
  'account.exported': () => 'Exported the data of the account',
  'account.invitation_accepted': () => 'Accepted an invitation',
  'workspace.created': () => 'Made the workspace',
  'workspace.updated': ({ name }) => `Changed the workspace${quoted(name)}`,
  'member.invited': ({ email, role }) =>
    `Invited somebody${text(known(email), ': ')}${inBrackets(text(role, '') || null)}`,
  'member.invitation_withdrawn': ({ email }) => `Withdrew an invitation${to(known(email))}`,
  'member.joined': ({ role }) => `Joined the workspace${inBrackets(text(role, '') || null)}`,
  'member.changed': ({ from, role }) => `Changed a member${text(from, ' from ')}${to(role)}`,
  'member.removed': ({ email }) => `Removed a member${text(email, ': ')}`,
  'member.left': () => 'Left the workspace',
  'account.identity_linked': ({ provider }) => `Linked a provider${text(provider, ': ')}`,
  'account.identity_unlinked': ({ provider }) => `Removed a provider${text(provider, ': ')}`,
  'billing.plan_changed': ({ from, to: now }) => `Changed the plan${text(from, ' from ')}${to(now)}`,
  'billing.cancelled': () => 'Canceled the subscription',
  'billing.resumed': () => 'Resumed the subscription',
  'erasure.requested': () => 'Asked to erase an email address from all forms',
  'api_key.created': ({ name, scope }) => `Created the API key${quoted(name)}${inBrackets(scopeWords(scope))}`,
  'api_key.revoked': ({ name, reason }) =>
    reason === 'password_reset'
      ? `The API key${quoted(name)} ended with the old password`
      : `Revoked the API key${quoted(name)}`,
  'form.created': ({ name }) => `Created the form${quoted(name)}`,
  'form.updated': describeUpdate,
  'form.spam_settings_changed': ({ name }) => `Changed the settings for spam of the form${quoted(name)}`,
  'form.deleted': ({ name }) => `Deleted the form${quoted(name)} and its submissions`,
  'form.retention_changed': ({ name, days }) => retentionWords(days, `the form${quoted(name)}`),
  'form.rules_changed': ({ name }) => `Changed the rules of the form${quoted(name)}`,
  'form.page_changed': ({ name }) => `Changed the page of the form${quoted(name)}`,
  'form.check_changed': ({ name, weekly }) =>
    `Turned ${weekly ? 'on' : 'off'} the weekly checks of the form${quoted(name)}`,
  'form.checked': ({ name }) => `Checked the page of the form${quoted(name)}`,
  'form.exported': ({ format }) => `Exported submissions${text(upper(format), ' as ')}`,
  'form.columns_changed': ({ name }) => `Changed the columns of the form${quoted(name)}`,
  'view.created': ({ name }) => `Saved the view${quoted(name)}`,
  'view.updated': ({ name }) => `Changed the view${quoted(name)}`,
  'view.deleted': ({ name }) => `Deleted the view${quoted(name)}`,
  'submission.updated': ({ fields, email }) =>
    `Changed ${fieldWords(fields)} of a submission${inBrackets(text(email, 'now ') || null)}`,
  'submissions.updated': ({ count, email }) =>
    `${email ? 'Assigned' : 'Updated'} ${counted(count, 'submission') ?? 'submissions'}${to(email)}`,
  'submissions.deleted': ({ count }) => `Deleted ${counted(count, 'submission') ?? 'submissions'} of a form`,
  'submissions.marked': ({ count, isSpam }) =>
    `Moved ${counted(count, 'submission') ?? 'submissions'} ${isSpam === false ? 'to the inbox' : 'into the spam folder'}`,
  'submissions.imported': () => 'Imported submissions into a form',
  'submissions.import_undone': ({ count }) => `Undid an import of ${counted(count, 'submission') ?? 'submissions'}`,
  'notifications.updated': ({ name }) => `Changed the notifications of the form${quoted(name)}`,
  'mail.tested': () => 'Sent a test mail to their own address',
  'recipient.asked': ({ email }) => `Mailed a link to confirm a recipient${text(email, ': ')}`,
  'recipient.confirmed': ({ email }) => `A recipient confirmed the address${text(email, ' ')}`,
  'recipient.unsubscribed': ({ email }) => `A recipient unsubscribed${text(email, ': ')}`,
  'target.created': ({ name }) => `Added the integration${quoted(name)}`,
  'target.updated': ({ name }) => `Changed the integration${quoted(name)}`,
  'target.deleted': ({ name }) => `Deleted the integration${quoted(name)}`,
  'target.paused': ({ name }) => `Paused the integration${quoted(name)}`,
  'target.resumed': ({ name }) => `Resumed the integration${quoted(name)}`,
  'target.disabled': ({ name, reason }) => `The integration${quoted(name)} was disabled${disabledWords(reason)}`,
  'target.secret_rotated': ({ name }) => `Made a new secret for the integration${quoted(name)}`,
  'target.delivery_skipped': ({ name }) => `Skipped a delivery to the integration${quoted(name)}`,
  'target.replayed': ({ name }) => `Sent submissions to the integration${quoted(name)} again`,
};

function retentionWords(days: unknown, whose: string): string {
  return typeof days === 'number'
    ? `Chose to delete submissions of ${whose} after ${formatCount(days, 'day')}`
    : `Chose to keep all submissions of ${whose}`;
}

function describeUpdate({ name, fields, isActive }: Details): string {
  const changed = Array.isArray(fields) ? fields : [];
  // Events of earlier releases do not say which of the two it became.
  if (!changed.includes('isActive') || typeof isActive !== 'boolean') {
    return `Changed ${fieldWords(fields)} of the form${quoted(name)}`;
  }
  const status = isActive ? 'activated' : 'deactivated';
  const others = changed.filter((field) => field !== 'isActive');
  if (others.length === 0) return `${capitalize(status)} the form${quoted(name)}`;
  return `Changed ${fieldWords(others)} of the form${quoted(name)} and ${status} it`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function disabledWords(reason: unknown): string {
  if (reason === 'gone') return ' because its receiver answered that it is gone';
  return reason === 'failing' ? ' after three days without a success' : '';
}

const fieldNames: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  allowedOrigins: 'the allowed origins',
  isActive: 'the status',
  opensAt: 'the opening time',
  closesAt: 'the closing time',
  maxSubmissions: 'the maximum number of submissions',
  closedMessage: 'the message while closed',
  bodyMaxBytes: 'the size limit',
  takesFiles: 'whether it takes files',
  fileTypes: 'the accepted types of files',
  language: 'the language of visitors’ pages',
  afterSending: 'what visitors get after sending',
  fieldRoles: 'the fields of sender, subject and message',
  isRead: 'whether it is read',
  isStarred: 'the star',
  status: 'the status',
  tags: 'the tags',
  note: 'the note',
  assigneeId: 'the assignee',
};

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' });

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action);
}

function text(value: unknown, before: string): string {
  return typeof value === 'string' && value !== '' ? before + value : '';
}

function upper(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/** The address of an invitation that somebody joined by, or that is open. */
function known(email: unknown): unknown {
  return email === formerInvitation ? null : email;
}

function to(value: unknown): string {
  return text(value, ' to ');
}

function quoted(name: unknown): string {
  return typeof name === 'string' ? ` “${name}”` : '';
}

function counted(count: unknown, noun: string): string | null {
  return typeof count === 'number' ? formatCount(count, noun) : null;
}

function inBrackets(words: string | null): string {
  return words === null ? '' : ` (${words})`;
}

function scopeWords(scope: unknown): string | null {
  if (scope === 'read') return 'read only';
  return scope === 'write' ? 'read and write' : null;
}

function fieldWords(changed: unknown): string {
  if (!Array.isArray(changed) || changed.length === 0) return 'the settings';
  return listFormat.format(changed.map((field) => fieldNames[String(field)] ?? String(field)));
}
