import type { SubmissionFilter } from '@inlet/contracts/submissions';

/**
 * The part of a filter that the key of the table knows nothing of, as conditions on the columns `data` and `origin`;
 * their values are added to the list. Export, deletion and search ask by the same conditions.
 */
export function matchConditions({ q, origin }: Pick<SubmissionFilter, 'q' | 'origin'>, values: unknown[]): string[] {
  const add = (value: unknown) => `$${values.push(value)}`;
  return [
    ...(q === '' ? [] : [`lower(data::text) like lower(${add(patternFor(q))})`]),
    ...(origin === undefined ? [] : [origin === 'none' ? 'origin is null' : `origin = ${add(origin)}`]),
  ];
}

/** A text as it stands in stored fields, which are JSON: a quote or a line break is escaped there. */
export function asStored(q: string): string {
  return JSON.stringify(q).slice(1, -1);
}

/** `%`, `_` and `\` mean themselves in what a person searches for. */
function patternFor(q: string): string {
  return `%${asStored(q).replace(/[\\%_]/g, '\\$&')}%`;
}
