import * as z from 'zod';

/** Everything that an account's owner can read about later. */
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
  'account.exported',
  'api_key.created',
  'api_key.revoked',
  'form.created',
  'form.updated',
  'form.deleted',
  'form.exported',
  'submissions.deleted',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEventSchema = z.object({
  id: z.uuid(),
  action: z.string(),
  /** Who did it: `session`, `key: <its name>`, or `system`. */
  actor: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const auditQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(100).optional(),
});

export const auditPageSchema = z.object({ events: z.array(auditEventSchema), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;
