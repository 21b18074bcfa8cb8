import * as z from 'zod';
import { formerInvitation, formerMember } from '#account/former-people.ts';
import { cursorSchema, limitSchema, nextCursorSchema } from '#paging.ts';

/** Every action in an account's activity, which its owner can read later. */
export const auditActions = [
  'account.created',
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.signed_out_everywhere',
  'account.session_ended',
  'account.password_changed',
  'account.password_reset',
  'account.email_change_requested',
  'account.email_changed',
  'account.email_verified',
  'account.totp_on',
  'account.totp_off',
  'account.passkey_added',
  'account.passkey_removed',
  'account.recovery_codes_renewed',
  'account.recovery_code_used',
  'account.factors_reset',
  'account.updated',
  'account.retention_changed',
  'account.exported',
  'account.invitation_accepted',
  'workspace.created',
  'workspace.updated',
  'member.invited',
  'member.invitation_withdrawn',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.left',
  'account.identity_linked',
  'account.identity_unlinked',
  'billing.plan_changed',
  'billing.cancelled',
  'billing.resumed',
  'erasure.requested',
  'api_key.created',
  'api_key.revoked',
  'form.created',
  'form.updated',
  'form.deleted',
  'form.spam_settings_changed',
  'form.retention_changed',
  'form.rules_changed',
  'form.page_changed',
  'form.check_changed',
  'form.checked',
  'form.exported',
  'form.columns_changed',
  'view.created',
  'view.updated',
  'view.deleted',
  'submission.updated',
  'submissions.updated',
  'submissions.deleted',
  'submissions.marked',
  'submissions.imported',
  'submissions.import_undone',
  'mail.tested',
  'notifications.updated',
  'recipient.asked',
  'recipient.confirmed',
  'recipient.unsubscribed',
  'target.created',
  'target.updated',
  'target.deleted',
  'target.paused',
  'target.resumed',
  'target.disabled',
  'target.secret_rotated',
  'target.delivery_skipped',
  'target.replayed',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEventSchema = z
  .object({
    id: z.uuid(),
    action: z.string(),
    actor: z.string().meta({ description: 'The caller: `session`, `key: <its name>` or `system`.' }),
    personId: z.uuid().nullable().meta({ description: 'The person who did it; null for a program and for Inlet.' }),
    actorEmail: z
      .string()
      .nullable()
      .meta({ description: `The person’s address; \`${formerMember}\` once the person is deleted.` }),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).meta({
      description: `What was done. Events of members and invitations name the address that they are about as \`email\`: the one of today, \`${formerMember}\` or \`${formerInvitation}\`.`,
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const auditQuerySchema = z.object({
  limit: limitSchema(200, 50),
  cursor: cursorSchema,
});

const filterSchema = z.string().max(300).optional();
export const workspaceAuditQuerySchema = auditQuerySchema.extend({
  actor: filterSchema.meta({
    description: 'Only events of a person, by id or address, or of a caller as `actor` names it.',
  }),
  action: filterSchema.meta({ description: 'Only events with this action, such as `member.invited`.' }),
  format: z
    .enum(['json', 'ndjson'])
    .default('json')
    .meta({ description: '`ndjson` streams all events, one a line; it takes no cursor and no limit.' }),
});

export const auditPageSchema = z
  .object({ events: z.array(auditEventSchema), nextCursor: nextCursorSchema })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;
