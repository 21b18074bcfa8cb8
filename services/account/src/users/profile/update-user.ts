import type { updateUserSchema } from '@inlet/contracts/account-settings';
import type { User } from '@inlet/db/client';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { invalidField } from '#errors.ts';
import { rescheduleDigests } from '#notifications/reschedule-digests.ts';
import type { Resources } from '#resources.ts';
import { isKnownTimeZone, saveSettings } from '#users/profile/users.store.ts';

type Change = Omit<z.output<typeof updateUserSchema>, 'wantsWorkMails'>;

/** Changes the settings of an account. Omitted ones are unchanged. */
export function updateUser(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  user: User,
  { timeZone = user.timeZone, wantsUsageMails = user.wantsUsageMails }: Change,
): Promise<User> {
  if (timeZone === user.timeZone && wantsUsageMails === user.wantsUsageMails) return Promise.resolve(user);
  return database.prisma.$transaction(async (tx) => {
    if (timeZone !== user.timeZone && !(await isKnownTimeZone(tx, timeZone))) {
      throw invalidField('Choose a time zone, such as Europe/Berlin', 'timeZone');
    }
    await recordAudit(tx, actor, 'account.updated', { timeZone, wantsUsageMails });
    const saved = await saveSettings(tx, user.id, { timeZone, wantsUsageMails });
    if (timeZone !== user.timeZone) await rescheduleDigests(tx, user.id);
    return saved;
  });
}
