import * as z from 'zod';
import { afterSendingSchema } from '#forms/after-sending.ts';
import { closingEntrySchema } from '#forms/form-closing.ts';
import { pageTextsSchema } from '#forms/form-page.ts';
import { captchaProviderSchema } from '#inbox/spam.ts';
import { languages } from '#languages/languages.ts';
import type { FieldRule } from '#rules/field-rule.ts';
import { rulesModes, unknownFields } from '#rules/rules.ts';

/** The part of a form that ingest needs to judge a submission, as `account` writes it to Redis. */
export const formEntrySchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** The lane of the owner's account in Redis; absent in lane 0, and in an entry of the previous release. */
  lane: z.number().int().nonnegative().optional(),
  name: z.string(),
  isActive: z.boolean(),
  allowedOrigins: z.array(z.string()),
  /** The monthly submissions in the owner's plan, for all forms of the owner. */
  submissionLimit: z.number().int().nonnegative(),
  /** The bytes that the plan allows; an entry of the previous release has the smallest plan that is sold. */
  byteLimit: z.number().int().nonnegative().default(1_000_000_000),
  /** The size limit of a submission's body; null, or an entry from before the limit existed, means the maximum. */
  bodyMaxBytes: z.number().int().positive().nullable().default(null),
  /** Absent unless the form has its own spam settings, or its account has marked submissions. */
  spam: z
    .object({
      /** Increases with each change of the settings, so that a worker knows when its copy is outdated. */
      version: z.number().int().nonnegative(),
      captcha: captchaProviderSchema.nullable(),
      akismet: z.boolean(),
    })
    .optional(),
  /** Absent if the form accepts no files. */
  files: z
    .object({
      /** The types, as in the `accept` of a file input, in lower case; an empty list accepts every type. */
      types: z.array(z.string()),
    })
    .optional(),
  /** Absent if the owner has set nothing, and in an entry of the previous release. */
  afterSending: afterSendingSchema.optional(),
  /** Absent unless the form has a page that is shown, and in an entry of the previous release. */
  page: pageTextsSchema.optional(),
  /** Absent if the visitor's browser chooses, and in an entry of the previous release. */
  language: z.enum(languages).optional().catch(undefined),
  /**
   * Present if the form sends mails to its visitors, in a language that the browser of each chooses. Absent in an entry of
   * the previous release.
   */
  mailsVisitors: z.literal(true).optional().catch(undefined),
  /** Absent unless the form opens, closes or becomes full, and in an entry of the previous release. */
  closing: closingEntrySchema.optional(),
  /** Absent for a form without rules, and in an entry of the previous release. */
  rules: z
    .object({
      version: z.number().int().positive(),
      mode: z.enum(rulesModes),
      unknown: z.enum(unknownFields),
      // They were checked when they were saved.
      fields: z.custom<FieldRule[]>(Array.isArray),
    })
    .optional(),
});
export type FormEntry = z.infer<typeof formEntrySchema>;

/** The format of every public endpoint id: 12 characters of base 36. */
export const endpointIdPattern = /^[0-9a-z]{12}$/;
