import * as z from 'zod';

/** Shortest password that is accepted, in characters. */
export const passwordMinLength = 6;
/** Longest password that is hashed, in characters: hashing must not become a way to burn our time. */
export const passwordMaxLength = 256;

const emailMessage = 'Enter a valid email address';

export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .max(254, emailMessage)
  .pipe(z.email(emailMessage));

export const signInSchema = z.object({
  email: emailSchema,
  password: z
    .string({ error: 'Password is required' })
    .min(passwordMinLength, `Password must have at least ${passwordMinLength} characters`)
    .max(passwordMaxLength, `Password must have at most ${passwordMaxLength} characters`),
  /** Programs ask for `token` to read the refresh token from the body; browsers keep it in a cookie. */
  transport: z.enum(['cookie', 'token']).default('cookie'),
});
export type SignIn = z.input<typeof signInSchema>;

export const refreshSchema = z.object({ refresh_token: z.string().max(200).optional() });

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  plan: z.string().nullable(),
  subscriptionStatus: z.enum(['active', 'inactive']),
  stripeCustomerId: z.string().nullable(),
  stripeSubscriptionId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  expires_at: z.number().int(),
  refresh_token: z.string().optional(),
  user: userSchema,
});
export type Session = z.infer<typeof sessionSchema>;
