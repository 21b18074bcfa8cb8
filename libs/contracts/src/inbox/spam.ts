import * as z from 'zod';

export const defaultThreshold = 0.99;
/** A submission this close below its form's threshold is flagged in the inbox. */
export const flaggedBelow = 0.09;
export const blockListMax = 500;
/** The number of marks of each kind that a classifier needs before it judges. */
export const marksNeeded = 20;

export const spamReasonSchema = z
  .object({
    name: z.enum([
      'honeypot',
      'blocked',
      'duplicate',
      'links',
      'random-letters',
      'disposable-address',
      'learned',
      'captcha',
      'akismet',
      'unchecked',
      'unfinished',
    ]),
    points: z.number().min(0).max(1).meta({ description: 'How likely this reason alone makes it spam.' }),
  })
  .meta({ id: 'SpamReason' });
export type SpamReason = z.infer<typeof spamReasonSchema>;
export type SpamReasonName = SpamReason['name'];

export const spamVerdictSchema = z
  .object({
    score: z.number().min(0).max(1).meta({ description: 'How likely it is spam.' }),
    reasons: z.array(spamReasonSchema),
    isFlagged: z.boolean().meta({ description: 'True if the score was close to the threshold of the form.' }),
  })
  .meta({ id: 'SpamVerdict' });
export type SpamVerdict = z.infer<typeof spamVerdictSchema>;
/** The verdict for a submission without any reason against it. */
export const noSpam: SpamVerdict = { score: 0, reasons: [], isFlagged: false };

export const captchaProviderSchema = z.enum(['turnstile', 'hcaptcha', 'recaptcha']);
export type CaptchaProvider = z.infer<typeof captchaProviderSchema>;

const thresholdSchema = z
  .number()
  .min(0.5)
  .max(1)
  .meta({ description: 'A submission with this score or more is spam.' });
const blockListSchema = z
  .array(z.string().trim().toLowerCase().min(2).max(200))
  .max(blockListMax)
  .meta({ description: 'Words, email addresses and domains. A submission that has one of them is spam.' });

export const spamSettingsSchema = z
  .object({
    threshold: thresholdSchema,
    blockList: blockListSchema,
    captcha: captchaProviderSchema.nullable(),
    akismet: z.boolean(),
    learned: z
      .object({ spam: z.number().int(), good: z.number().int(), isActive: z.boolean() })
      .meta({ description: `Marks that the filter has learned from. It starts after ${marksNeeded} of each kind.` }),
  })
  .meta({ id: 'SpamSettings' });
export type SpamSettings = z.infer<typeof spamSettingsSchema>;

const secretSchema = z.string().trim().min(8).max(500);

export const updateSpamSettingsSchema = z
  .object({
    threshold: thresholdSchema.optional(),
    blockList: blockListSchema.optional(),
    captcha: z
      .object({ provider: captchaProviderSchema, secret: secretSchema })
      .nullable()
      .optional()
      .meta({ description: 'The secret is stored encrypted and never read back. Null turns the check off.' }),
    akismet: z
      .object({ key: secretSchema, site: z.url({ protocol: /^https?$/ }) })
      .nullable()
      .optional()
      .meta({ description: 'The key is stored encrypted and never read back. Null turns the check off.' }),
  })
  .meta({ id: 'UpdateSpamSettings' });
export type UpdateSpamSettings = z.input<typeof updateSpamSettingsSchema>;

export const similarSubmissionsSchema = z
  .object({ ids: z.array(z.uuid()).meta({ description: 'Submissions in the inbox that are like this one.' }) })
  .meta({ id: 'SimilarSubmissions' });
