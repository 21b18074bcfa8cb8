import type { Fields } from '#submissions/parse-json.ts';

/** What a submission's fields that begin with `_` ask for; they steer and are not stored. */
export interface Steering {
  readonly successMessage: string | null;
}

/** Two underscores are a name like any other; one is ours. */
const steers = /^_(?!_)/;

/** Parts the fields that are stored from those that steer. */
export function splitFields(fields: Fields): { readonly data: Fields; readonly steering: Steering } {
  const steering = { successMessage: textOf(fields._success_message) };
  const names = Object.keys(fields);
  const stored = names.filter((name) => !steers.test(name));
  const data = stored.length === names.length ? fields : Object.fromEntries(stored.map((name) => [name, fields[name]]));
  return { data, steering };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
