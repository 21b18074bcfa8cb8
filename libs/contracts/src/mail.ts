import * as z from 'zod';

/** A queued mail. Newer properties are optional, because waiting mails may lack them. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  /** Every mail has a plain text. The HTML has the same content and a button. */
  text: z.string(),
  html: z.string(),
  /**
   * The reason for the mail. The recipient of a `requested` mail has just asked for it, for example for a link to reset
   * the password: it is sent even to a suppressed address. The default kind is `account`.
   */
  kind: z.enum(['requested', 'account', 'notification', 'usage', 'auto-reply']).optional(),
  replyTo: z.string().optional(),
  /** The one-click address for the mail program, and the page for a person. */
  unsubscribeUrl: z.string().optional(),
  /** The id of the mail that it belongs to, or of its form. */
  references: z.string().optional(),
  /** The form that caused it, so that an erasure in its account finds it. */
  formId: z.string().optional(),
  /** A person waits to hear what becomes of it. */
  isTest: z.boolean().optional(),
});
export type Mail = z.infer<typeof mailSchema>;

/**
 * A report of the operator's mail server: `bounce` if the mailbox does not exist, `complaint` if a mail was marked as
 * spam.
 */
export const mailReportSchema = z.object({
  type: z.enum(['bounce', 'complaint']),
  email: z.string().trim().toLowerCase().min(3).max(320),
});
