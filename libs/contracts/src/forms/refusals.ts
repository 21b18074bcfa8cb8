import * as z from 'zod';

/** The codes of the endpoint's refusals. Permanent counts only use these names; other codes count as `other`. */
export const refusalReasons = [
  'origin_not_allowed',
  'form_not_found',
  'form_closed',
  'not_open_yet',
  'malformed_body',
  'not_an_object',
  'empty_submission',
  'invalid_fields',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'too_large',
  'unsupported_type',
  'rate_limited',
  'submission_limit_reached',
  'byte_limit_reached',
  'storage_limit_reached',
  'files_too_big',
  'too_many_files',
  'no_file_uploads',
  'file_type_not_accepted',
  'upload_too_slow',
  'unavailable',
] as const;

/** Refusals because a plan's month is full. They end with the month, or with a larger plan. */
export const monthlyLimitReasons = [
  'submission_limit_reached',
  'byte_limit_reached',
] as const satisfies readonly (typeof refusalReasons)[number][];

/** A refused request as the form's owner sees it: reason, time and origin, never its content. */
export const refusalSchema = z
  .object({
    reason: z.string().meta({ description: 'The code that the endpoint answered.' }),
    at: z.iso.datetime(),
    origin: z.string().nullable(),
  })
  .meta({ id: 'Refusal' });
export type Refusal = z.infer<typeof refusalSchema>;

/** A form's refused requests of the last seven days: the count for each reason, and the latest ones. */
export const refusalReportSchema = z
  .object({
    counts: z.record(z.string(), z.number().int()).meta({ description: 'Refused requests by reason.' }),
    latest: z.array(refusalSchema),
  })
  .meta({ id: 'RefusalReport' });
export type RefusalReport = z.infer<typeof refusalReportSchema>;
