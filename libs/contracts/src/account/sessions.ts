import * as z from 'zod';
import { roles } from '#account/roles.ts';
import { emailAddressMax } from '#email-address.ts';

/** The shortest password accepted at sign-in, in characters: older accounts may have one. */
export const passwordMinLength = 6;
/** The shortest new password, in characters. */
export const newPasswordMinLength = 8;
/** The longest password that is hashed, in characters, so that hashing cannot be abused to waste processor time. */
export const passwordMaxLength = 256;

const emailMessage = 'Enter a valid email address';

export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .max(emailAddressMax, emailMessage)
  .pipe(z.email(emailMessage))
  .meta({ format: 'email' });

const passwordOf = (minLength: number) =>
  z
    .string({ error: 'Password is required' })
    .min(minLength, minLength === 1 ? 'Password is required' : `Password must have at least ${minLength} characters`)
    .max(passwordMaxLength, `Password must have at most ${passwordMaxLength} characters`);

export const passwordSchema = passwordOf(passwordMinLength);

/** The current password of a signed-in person: a wrong one is just wrong, however short. */
export const ownPasswordSchema = passwordOf(1);

/** The length of a new password. The service also rejects common ones. */
const newPasswordSchema = passwordOf(newPasswordMinLength);

export const transportSchema = z.enum(['cookie', 'token']).default('cookie').meta({
  description: 'Where the refresh token goes: `cookie` for browsers, `token` for programs, which read the body.',
});

export const signInSchema = z
  .object({ email: emailSchema, password: passwordSchema, transport: transportSchema })
  .meta({ id: 'SignIn' });
export type SignIn = z.input<typeof signInSchema>;

export const linkTokenOf = (description: string) =>
  z.string({ error: 'The link is not complete' }).min(1, 'The link is not complete').max(200).meta({ description });
const mailedTokenSchema = linkTokenOf('The token of the link that was mailed.');

export const signUpSchema = signInSchema
  .extend({
    password: newPasswordSchema,
    invite: linkTokenOf('The token of an invitation, if new accounts need one.').optional(),
    join: linkTokenOf('The token of an invitation to a workspace. No workspace of your own is made then.').optional(),
  })
  .meta({ id: 'SignUp' });
export type SignUp = z.input<typeof signUpSchema>;

export const readInvitationSchema = z
  .object({ token: linkTokenOf('The token of the link that was mailed.') })
  .meta({ id: 'ReadInvitation' });
export type ReadInvitation = z.input<typeof readInvitationSchema>;

export const invitationSchema = z
  .object({
    email: z.string().nullable().meta({
      description: 'The address that was invited, which alone can use it; null for the link of the first account.',
    }),
    state: z.enum(['open', 'used', 'expired']),
    hasAccount: z.boolean().meta({ description: 'True if the address has an account: sign in to use the invitation.' }),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

export const forgotPasswordSchema = z.object({ email: emailSchema }).meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.input<typeof forgotPasswordSchema>;

export const resetPasswordSchema = z
  .object({ token: mailedTokenSchema, password: newPasswordSchema })
  .meta({ id: 'ResetPassword' });
export type ResetPassword = z.input<typeof resetPasswordSchema>;

export const changePasswordSchema = z
  .object({ currentPassword: ownPasswordSchema, newPassword: newPasswordSchema })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.input<typeof changePasswordSchema>;

export const changeEmailSchema = z
  .object({ email: emailSchema, password: ownPasswordSchema.optional() })
  .meta({ id: 'ChangeEmail' });
export type ChangeEmail = z.input<typeof changeEmailSchema>;

export const confirmEmailSchema = z.object({ token: mailedTokenSchema }).meta({ id: 'ConfirmEmail' });
export type ConfirmEmail = z.input<typeof confirmEmailSchema>;

export const verifyEmailSchema = z.object({ token: mailedTokenSchema }).meta({ id: 'VerifyEmail' });
export type VerifyEmail = z.input<typeof verifyEmailSchema>;

/** Strict, because a body for another call must delete nothing. */
export const deleteAccountSchema = z
  .strictObject({ password: ownPasswordSchema.optional() })
  .default({})
  .meta({ id: 'DeleteAccount' });
export type DeleteAccount = z.input<typeof deleteAccountSchema>;

/** A confirmation by the password, for the form in the web app. */
export const confirmSessionSchema = z.object({ password: ownPasswordSchema });
export type ConfirmSession = z.input<typeof confirmSessionSchema>;

/** Without a body, the refresh token is read from the cookie. */
export const refreshSchema = z
  .object({
    refresh_token: z.string().max(200).optional().meta({ description: 'For programs; browsers send it in a cookie.' }),
  })
  .default({})
  .meta({ id: 'Refresh' });

export const userSchema = z
  .object({
    id: z.uuid().meta({ description: 'The current workspace: the account that owns forms and has a plan.' }),
    personId: z.uuid().nullable().meta({ description: 'The person that is signed in; null for an API key.' }),
    email: z.string(),
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: 'What the person may do in the workspace; null for an API key and in no workspace.' }),
    workspace: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Null for a person in no workspace.' }),
    plan: z.string().nullable().meta({ description: 'Null before a plan was chosen.' }),
    subscriptionStatus: z.enum(['active', 'inactive']),
    stripeCustomerId: z.string().nullable(),
    stripeSubscriptionId: z.string().nullable(),
    needsSubscription: z
      .boolean()
      .meta({ description: 'False in an installation that takes no payments: every account may use its forms.' }),
    isInvited: z
      .boolean()
      .meta({ description: 'True for an account that was invited, which may buy products with a waitlist.' }),
    isVerified: z.boolean().meta({ description: 'True if a link that was mailed to the address was opened.' }),
    timeZone: z.string().meta({ description: 'An IANA name. Daily digests are mailed at 08:00 in this zone.' }),
    wantsUsageMails: z
      .boolean()
      .meta({ description: 'True to get a mail at 80 % and at 100 % of the monthly limit of submissions.' }),
    wantsWorkMails: z.boolean().meta({
      description:
        'True to get a mail when another member assigns submissions to you or mentions you in a note; false for an API key.',
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const sessionSchema = z
  .object({
    access_token: z.string().meta({ description: 'Sent as `Authorization: Bearer …` with each request.' }),
    token_type: z.literal('bearer'),
    expires_in: z.number().int().meta({ description: 'Seconds that the access token lasts.' }),
    expires_at: z.number().int().meta({ description: 'The end of the access token, in seconds since 1970.' }),
    refresh_token: z.string().optional().meta({ description: 'For programs; browsers get it in a cookie.' }),
    user: userSchema,
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

/** A long-lived sign-in in the owner's list. */
export const deviceSchema = z
  .object({
    id: z.uuid(),
    userAgent: z.string().nullable(),
    address: z.string().nullable(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    isCurrent: z.boolean().meta({ description: 'True for the session that made this request.' }),
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

export const deviceListSchema = z.object({ sessions: z.array(deviceSchema) }).meta({ id: 'DeviceList' });
export type DeviceList = z.infer<typeof deviceListSchema>;
