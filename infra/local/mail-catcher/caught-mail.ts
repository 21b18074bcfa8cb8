import * as z from 'zod';

/** A mail as it is kept, shown, and given to programs. */
export const caughtMailSchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  /** As the mail says, with a name where it has one. */
  from: z.string(),
  /** Whom it went to, which a hidden copy does not say. */
  to: z.array(z.string()),
  subject: z.string(),
  messageId: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  /** What was attached is named, not kept. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number().int() })),
});

export type CaughtMail = z.output<typeof caughtMailSchema>;
export type MailSummary = Pick<CaughtMail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject'>;
