import * as z from 'zod';

/** What the web app must know before anybody signs in. */
export const appConfigSchema = z.object({
  /** The form that takes waitlist entries, or null where there is none. */
  waitlistEndpointId: z.string().nullable(),
  signUp: z.enum(['open', 'invite']),
});
export type AppConfig = z.infer<typeof appConfigSchema>;
