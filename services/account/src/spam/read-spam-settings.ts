import type { SpamSettings } from '@inlet/contracts/spam';
import type { Form } from '@inlet/db/client';
import type { Resources } from '#resources.ts';
import { presentSpamSettings } from '#spam/present-spam-settings.ts';
import { findSettings } from '#spam/spam-settings.store.ts';

/** A form's spam settings, and how much its account's filter has learned. */
export async function readSpamSettings({ database }: Pick<Resources, 'database'>, form: Form): Promise<SpamSettings> {
  return presentSpamSettings(await findSettings(database.prisma, form));
}
