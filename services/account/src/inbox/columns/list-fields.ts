import type { Column, FormField } from '@inlet/contracts/inbox-views';
import { chooseColumns, type DiscoveredField, discoverFields } from '@inlet/contracts/known-fields';
import { labelsOf } from '@inlet/contracts/labels';
import { columnsMax } from '@inlet/contracts/submission-limits';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { Form } from '@inlet/db/client';
import { presentRoles } from '#forms/present-form.ts';
import { readRules } from '#forms/rules/read-rules.ts';
import { findColumns, findNewestFields } from '#inbox/columns/columns.store.ts';
import type { Resources } from '#resources.ts';

/** Submissions that are read; with the limit of bytes at most 20 ms of work. */
const rowsMax = 500;
const bytesMax = 8_000;

/** A form's fields in the order of its list: the owner's choice, and an automatic one for new fields. */
export async function listFields(
  { database }: Pick<Resources, 'database'>,
  form: Pick<Form, 'id' | 'fieldRoles'>,
): Promise<FormField[]> {
  const [columns, rules, newest] = await Promise.all([
    findColumns(database.prisma, form.id),
    readRules({ database }, form.id),
    findNewestFields(database.pool, { formId: form.id, rowsMax, bytesMax }),
  ]);
  const discovered = discoverFields(newest.map((text) => parseVisitorJson(text) as Record<string, unknown>));
  const fields = withOwned(discovered, chooseColumns(discovered, presentRoles(form)), columns).slice(0, columnsMax);
  const labels = labelsOf(rules.fields);
  return fields.map((field) => ({ ...field, ...(labels.has(field.name) && { label: labels.get(field.name) }) }));
}

/** The owner's columns followed by new ones; without a choice, the automatic columns. */
function withOwned(
  discovered: readonly DiscoveredField[],
  chosen: readonly FormField[],
  columns: readonly Column[],
): readonly FormField[] {
  if (columns.length === 0) return chosen;
  const fieldOf = new Map(discovered.map((field) => [field.name, field]));
  const owned = columns.map(({ name, shown, width }): FormField => {
    const { type, seen } = fieldOf.get(name) ?? { type: 'text' as const, seen: 0 };
    return { name, type, seen, shown, width };
  });
  const known = new Set(columns.map(({ name }) => name));
  const others = chosen.filter(({ name }) => !known.has(name));
  return [...owned, ...others.map((field) => ({ ...field, shown: false }))];
}
