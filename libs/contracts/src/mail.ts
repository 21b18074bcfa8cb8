import * as z from 'zod';

/** A mail on its way to be sent. */
export const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  /** Every mail has its text in plain form as well. The HTML says the same and has a button. */
  text: z.string(),
  html: z.string(),
});
export type Mail = z.infer<typeof mailSchema>;
