import type { Column, FormField } from '@inlet/contracts/inbox-views';
import { columnsMax } from '@inlet/contracts/submission-limits';
import { findColumns, findNewestFields } from '#inbox/columns/columns.store.ts';
import { type DiscoveredField, discoverFields } from '#inbox/columns/discover-fields.ts';
import type { Resources } from '#resources.ts';

/** Submissions that are looked at; together with the bytes of each some 20 ms of work at the most. */
const rowsMax = 500;
const bytesMax = 8_000;

/** A form's fields in the order of its list: as its owner chose, and as Inlet does for those that are new. */
export async function listFields({ database }: Pick<Resources, 'database'>, formId: string): Promise<FormField[]> {
  const [columns, newest] = await Promise.all([
    findColumns(database.prisma, formId),
    findNewestFields(database.pool, { formId, rowsMax, bytesMax }),
  ]);
  return columnsOf(discoverFields(newest), columns).slice(0, columnsMax);
}

const widths: Partial<Record<FormField['type'], number>> = { email: 220, number: 100, boolean: 80, url: 200 };
const usualWidth = 170;

/** The owner's columns, and behind them what came since; without the owner's, those that fit any form. */
export function columnsOf(discovered: readonly DiscoveredField[], columns: readonly Column[]): FormField[] {
  if (columns.length === 0) return chosenBySight(discovered);
  const fieldOf = new Map(discovered.map((field) => [field.name, field]));
  const owned = columns.map(({ name, shown, width }): FormField => {
    const { type, seen } = fieldOf.get(name) ?? { type: 'text' as const, seen: 0 };
    return { name, type, seen, shown, width };
  });
  const known = new Set(columns.map(({ name }) => name));
  const others = chosenBySight(discovered).filter(({ name }) => !known.has(name));
  return [...owned, ...others.map((field) => ({ ...field, shown: false }))];
}

/** A person first, then the address, then the message; the rest as it was sent, out of sight. */
function chosenBySight(discovered: readonly DiscoveredField[]): FormField[] {
  const texts = discovered.filter(({ type }) => type === 'text' || type === 'long');
  const name = texts.find((field) => isPerson(field.name)) ?? texts.find((field) => /name/i.test(field.name));
  const address =
    discovered.find(({ type }) => type === 'email') ?? discovered.find((field) => /mail|phone|tel\b/i.test(field.name));
  const message = texts
    .filter((field) => field !== name && field !== address)
    .reduce<DiscoveredField | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined);
  const chosen = [name, address, message].flatMap((field) => field ?? []);
  const first = chosen.length > 0 ? [...new Set(chosen)] : discovered.slice(0, 3);
  const rest = discovered.filter((field) => !first.includes(field));
  return [...first, ...rest].map((field): FormField => {
    const { name: of, type, seen } = field;
    const width = field === message ? null : (widths[type] ?? usualWidth);
    return { name: of, type, seen, shown: first.includes(field), width };
  });
}

function isPerson(name: string): boolean {
  return /^(?:(?:full|your|contact|customer|first)[-_ ]?name|name|nombre|nom|nome|naam|vorname|prénom)$/i.test(name);
}
