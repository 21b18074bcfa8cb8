import type { AuditAction } from '@inlet/contracts/audit';
import { describeEvent, knownActions } from '#features/activity/describe-event.ts';

interface ActionGroup {
  readonly label: string;
  readonly actions: readonly { readonly value: AuditAction; readonly label: string }[];
}

/** The kinds of events by their subjects, for a filter. */
export function actionGroups(): ActionGroup[] {
  return groups.map(({ label, subjects }) => ({
    label,
    actions: knownActions()
      .filter((action) => subjects.includes(action.split('.')[0] ?? ''))
      .map((value) => ({ value, label: general[value] ?? describeEvent({ action: value, details: {} }) })),
  }));
}

const groups = [
  { label: 'Sign-in and account', subjects: ['account'] },
  { label: 'Workspace and members', subjects: ['workspace', 'member'] },
  { label: 'Billing and API keys', subjects: ['billing', 'api_key'] },
  { label: 'Forms', subjects: ['form', 'view'] },
  { label: 'Submissions', subjects: ['submission', 'submissions', 'erasure'] },
  { label: 'Notifications', subjects: ['notifications', 'recipient', 'mail'] },
  { label: 'Integrations', subjects: ['target'] },
];

/** Sentences that would say too much without the details of an event. */
const general: Partial<Record<AuditAction, string>> = {
  'account.sign_in_failed': 'Somebody could not sign in',
  'account.session_ended': 'A device was signed out',
  'account.retention_changed': 'Changed the retention of new forms',
  'form.retention_changed': 'Changed the retention of the form',
  'submission.updated': 'Changed a submission',
  'submissions.marked': 'Moved submissions to spam or to the inbox',
};
