import type { Form } from '@inlet/db/client';
import { findColumns } from '#inbox/columns/columns.store.ts';
import { listViews } from '#inbox/views/saved-views.ts';
import type { Resources } from '#resources.ts';

/** An owner's settings for the inbox of a form. */
export async function readInboxSettings({ database }: Pick<Resources, 'database'>, { id, readBefore }: Form) {
  const [columns, views] = await Promise.all([findColumns(database.prisma, id), listViews({ database }, id)]);
  return { readBefore, columns, views };
}
