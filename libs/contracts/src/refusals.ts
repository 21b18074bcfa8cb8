import * as z from 'zod';

/** A refused request as the form's owner sees it: reason, time and origin, never its content. */
export const refusalSchema = z
  .object({
    reason: z.string().meta({ description: 'The code that the endpoint answered.' }),
    at: z.iso.datetime(),
    origin: z.string().nullable(),
  })
  .meta({ id: 'Refusal' });
export type Refusal = z.infer<typeof refusalSchema>;

/** A form's refused requests of the last seven days: how many by reason, and the latest ones. */
export const refusalReportSchema = z
  .object({
    counts: z.record(z.string(), z.number().int()).meta({ description: 'Refused requests by reason.' }),
    latest: z.array(refusalSchema),
  })
  .meta({ id: 'RefusalReport' });
export type RefusalReport = z.infer<typeof refusalReportSchema>;
