import * as z from 'zod';

/** Matches names such as `Europe/Berlin`, but not offsets: PostgreSQL reads their sign the other way round. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;
const isTimeZone = (name: string) => {
  try {
    return zoneName.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

export const updateUserSchema = z
  .object({
    timeZone: z.string().max(64).refine(isTimeZone, 'Choose a time zone, such as Europe/Berlin').optional(),
    wantsUsageMails: z.boolean().optional(),
    wantsWorkMails: z.boolean().optional(),
  })
  .meta({ id: 'UpdateUser' });
export type UpdateUser = z.input<typeof updateUserSchema>;
