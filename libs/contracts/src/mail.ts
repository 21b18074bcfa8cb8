import * as z from 'zod';

/** A mail on its way to be sent. What was added later is optional: mails that wait do not have it. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  /** Every mail has its text in plain form as well. The HTML says the same and has a button. */
  text: z.string(),
  html: z.string(),
  /**
   * The reason of the mail. `requested` is one that its recipient has just asked for, as a link for a new password: it
   * is sent to an address that gets nothing else any more. Without a kind it is `account`.
   */
  kind: z.enum(['requested', 'account', 'notification', 'usage', 'auto-reply']).optional(),
  replyTo: z.string().optional(),
  /** The address of one click, for the mail program, and the page for a person. */
  unsubscribeUrl: z.string().optional(),
  /** The id of the mail that it belongs to, or of its form. */
  references: z.string().optional(),
  /** The form that caused it, so that an erasure of its account finds it. */
  formId: z.string().optional(),
});
export type Mail = z.infer<typeof mailSchema>;

/** A report of the operator's mail server: `bounce` if there is no such mailbox, `complaint` if a mail was called spam. */
export const mailReportSchema = z.object({
  type: z.enum(['bounce', 'complaint']),
  email: z.string().trim().toLowerCase().min(3).max(320),
});
