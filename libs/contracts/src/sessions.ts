import * as z from 'zod';

/** Shortest password that a sign-in takes, in characters: older accounts may have one. */
export const passwordMinLength = 6;
/** Shortest password that somebody may choose, in characters. */
export const newPasswordMinLength = 8;
/** Longest password that is hashed, in characters: hashing must not become a way to burn our time. */
export const passwordMaxLength = 256;

const emailMessage = 'Enter a valid email address';

export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .max(254, emailMessage)
  .pipe(z.email(emailMessage));

const passwordOf = (minLength: number) =>
  z
    .string({ error: 'Password is required' })
    .min(minLength, `Password must have at least ${minLength} characters`)
    .max(passwordMaxLength, `Password must have at most ${passwordMaxLength} characters`);

export const passwordSchema = passwordOf(passwordMinLength);

/** The length of a new password. The service also compares it with a list of common ones. */
const newPasswordSchema = passwordOf(newPasswordMinLength);

/** Programs ask for `token` to read the refresh token from the body; browsers keep it in a cookie. */
const transportSchema = z.enum(['cookie', 'token']).default('cookie');

export const signInSchema = z.object({ email: emailSchema, password: passwordSchema, transport: transportSchema });
export type SignIn = z.input<typeof signInSchema>;

/** The token of a link that was mailed. */
const linkTokenSchema = z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200);

export const signUpSchema = signInSchema.extend({
  password: newPasswordSchema,
  /** The token of an invitation, where people sign up by invitation only. */
  invite: linkTokenSchema.optional(),
});
export type SignUp = z.input<typeof signUpSchema>;

export const forgotPasswordSchema = z.object({ email: emailSchema });
export type ForgotPassword = z.input<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema });
export type ResetPassword = z.input<typeof resetPasswordSchema>;

export const changePasswordSchema = z.object({ currentPassword: passwordSchema, newPassword: newPasswordSchema });
export type ChangePassword = z.input<typeof changePasswordSchema>;

/** The new address counts when the link that is mailed to it was opened. */
export const changeEmailSchema = z.object({ email: emailSchema, password: passwordSchema });
export type ChangeEmail = z.input<typeof changeEmailSchema>;

export const confirmEmailSchema = z.object({ token: linkTokenSchema });
export type ConfirmEmail = z.input<typeof confirmEmailSchema>;

export const deleteAccountSchema = z.object({ password: passwordSchema });
export type DeleteAccount = z.input<typeof deleteAccountSchema>;

export const refreshSchema = z.object({ refresh_token: z.string().max(200).optional() });

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  plan: z.string().nullable(),
  subscriptionStatus: z.enum(['active', 'inactive']),
  stripeCustomerId: z.string().nullable(),
  stripeSubscriptionId: z.string().nullable(),
  /** Came by an invitation, and so may buy what others can only wait for. */
  isInvited: z.boolean(),
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

/** A sign-in that lasts, as its owner sees it in the list of them. */
export const deviceSchema = z.object({
  id: z.uuid(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;

export const deviceListSchema = z.object({ sessions: z.array(deviceSchema) });
export type DeviceList = z.infer<typeof deviceListSchema>;
