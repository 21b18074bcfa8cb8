import type { SpamSettings } from '@inlet/contracts/spam';
import type { Form } from '@inlet/db/client';
import type { Resources } from '#resources.ts';
import { presentSpamSettings } from '#spam/present-spam-settings.ts';
import { findSettings } from '#spam/spam-settings.store.ts';

/** What a form takes for spam, and how much the filter of its account has learned. */
export async function readSpamSettings({ database }: Pick<Resources, 'database'>, form: Form): Promise<SpamSettings> {
  return presentSpamSettings(await findSettings(database.prisma, form));
}
