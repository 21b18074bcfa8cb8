import type { Pool } from 'pg';
import { listRetained, type Plans } from '#cleanup/retention.store.ts';

/** A table of forms with a retention and the number of their expired submissions, the largest first. */
export async function describeForms(pool: Pool, plans: Plans): Promise<string[]> {
  const forms = await listRetained(pool, plans);
  if (forms.length === 0) return ['No form deletes its submissions after a number of days'];
  const rows = forms
    .toSorted((a, b) => b.expired - a.expired)
    .map(({ id, name, days, isActive, expired }) => [
      id,
      String(days),
      String(isActive ? expired : 0),
      isActive ? name : `${name} (its plan does not include it: ${expired} stay)`,
    ]);
  const table = [['form', 'days', 'to delete', 'name'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const total = forms.reduce((sum, { isActive, expired }) => sum + (isActive ? expired : 0), 0);
  return [
    ...table.map(([id = '', days = '', count = '', name = '']) =>
      [id.padEnd(widths[0] ?? 0), days.padStart(widths[1] ?? 0), count.padStart(widths[2] ?? 0), name].join('  '),
    ),
    `${total} submissions of ${forms.length} forms are too old`,
  ];
}
