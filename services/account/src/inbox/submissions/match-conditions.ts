import type { SubmissionFilter } from '@inlet/contracts/submissions';

type Matched = Pick<SubmissionFilter, 'q' | 'origin' | 'read' | 'starred' | 'status' | 'tag'>;

/**
 * The part of a filter that the key of the table knows nothing of, as conditions on the columns `id`, `data`, `origin`
 * and `created_at`; their values are added to the list, whose first is the form. Export, deletion and search ask by the
 * same conditions.
 */
export function matchConditions(filter: Matched, values: unknown[]): string[] {
  const { q, origin } = filter;
  const add = (value: unknown) => `$${values.push(value)}`;
  return [
    ...(q === '' ? [] : [`lower(data::text) like lower(${add(patternFor(q))})`]),
    ...(origin === undefined ? [] : [origin === 'none' ? 'origin is null' : `origin = ${add(origin)}`]),
    ...stateConditions(filter, add),
  ];
}

/** A submission without a state is open, without a star or a tag, and read if its form's watermark says so. */
function stateConditions({ read, starred, status, tag }: Matched, add: (value: unknown) => string): string[] {
  const has = (condition: string) => `exists (select from submission_states where submission_id = id and ${condition})`;
  const isRead = `coalesce(
    (select is_read from submission_states where submission_id = id),
    created_at < (select read_before from forms where forms.id = $1), false)`;
  return [
    ...(read === undefined ? [] : [`${isRead} = ${read}`]),
    ...(starred === undefined ? [] : [`${starred ? '' : 'not '}${has('is_starred')}`]),
    ...(status === undefined ? [] : [`${status === 'done' ? '' : 'not '}${has("status = 'done'")}`]),
    ...(tag === undefined ? [] : [has(`tags @> array[${add(tag)}]`)]),
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
