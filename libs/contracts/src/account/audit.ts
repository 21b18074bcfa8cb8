import * as z from 'zod';
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
  'form.exported',
  'form.columns_changed',
  'view.created',
  'view.updated',
  'view.deleted',
  'submission.updated',
  'submissions.updated',
  'submissions.deleted',
  'submissions.marked',
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
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const auditQuerySchema = z.object({
  limit: limitSchema(200, 50),
  cursor: cursorSchema,
});

export const auditPageSchema = z
  .object({ events: z.array(auditEventSchema), nextCursor: nextCursorSchema })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;
