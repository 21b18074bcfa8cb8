import * as z from 'zod';

/** A mail as it is stored, shown, and sent to programs. */
export const caughtMailSchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  /** The From header: an address, or a name and an address. */
  from: z.string(),
  /** The recipients of the envelope, with hidden copies. */
  to: z.array(z.string()),
  subject: z.string(),
  messageId: z.string().nullable(),
  /** The sender of the envelope; empty for an automatic answer. Mails of earlier starts do not have it. */
  sender: z.string().default(''),
  /** In their order, with names in lower case. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  text: z.string().nullable(),
  html: z.string().nullable(),
  /** The names of attachments; their content is not kept. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number().int() })),
});

export type CaughtMail = z.output<typeof caughtMailSchema>;
export type MailSummary = Pick<CaughtMail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject'>;
