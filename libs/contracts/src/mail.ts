import * as z from 'zod';

/** A mail on its way to be sent. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  /** Every mail has its words as plain text; what reads HTML sees the same with a button. */
  text: z.string(),
  html: z.string(),
});
export type Mail = z.infer<typeof mailSchema>;
