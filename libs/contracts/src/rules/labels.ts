import type { FieldRule } from '#rules/field-rule.ts';

/** The names of fields for people, by the names that the form sends. */
export type Labels = ReadonlyMap<string, string>;

/** The labels in the rules of a form; a field without one is left out. */
export function labelsOf(fields: readonly Pick<FieldRule, 'name' | 'label'>[]): Labels {
  return new Map(fields.flatMap(({ name, label }) => (label ? [[name, label] as const] : [])));
}
