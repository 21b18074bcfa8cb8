import { asStored, parseQuery, type SearchTerm } from '@inlet/contracts/search-query';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import { shownAssignee } from '#inbox/submissions/state-row.ts';

type Matched = Pick<
  SubmissionFilter,
  'q' | 'origin' | 'read' | 'starred' | 'status' | 'tag' | 'assignee' | 'ruleErrors' | 'confirmed'
>;

/**
 * The conditions of a filter that the table's key does not cover, on the columns `id`, `data`, `origin`,
 * `rule_errors`, `confirmed_at` and `created_at`; their values are added to the list, whose first is the form. Export,
 * deletion and search share these conditions.
 */
export function matchConditions(filter: Matched, values: unknown[]): string[] {
  const { q, origin, ruleErrors, confirmed } = filter;
  const add = (value: unknown) => `$${values.push(value)}`;
  return [
    ...(q === '' ? [] : termConditions(parseQuery(q), add)),
    ...(origin === undefined ? [] : [origin === 'none' ? 'origin is null' : `origin = ${add(origin)}`]),
    ...(ruleErrors === undefined ? [] : [`rule_errors is ${ruleErrors ? 'not ' : ''}null`]),
    ...(confirmed === undefined ? [] : [`confirmed_at is ${confirmed ? 'not ' : ''}null`]),
    ...stateConditions(filter, add),
  ];
}

/** A submission without a state is open, without a star or a tag, and read if its form's watermark says so. */
function stateConditions({ read, starred, status, tag, assignee }: Matched, add: (value: unknown) => string): string[] {
  const has = (condition: string) => `exists (select from submission_states where submission_id = id and ${condition})`;
  const isRead = `coalesce(
    (select is_read from submission_states where submission_id = id),
    created_at < (select read_before from forms where forms.id = $1), false)`;
  return [
    ...(read === undefined ? [] : [`${isRead} = ${read}`]),
    ...(starred === undefined ? [] : [`${starred ? '' : 'not '}${has('is_starred')}`]),
    ...(status === undefined ? [] : [`${status === 'done' ? '' : 'not '}${has("status = 'done'")}`]),
    ...(tag === undefined ? [] : [has(`tags @> array[${add(tag)}]`)]),
    ...(assignee === undefined ? [] : [`${assignee === 'none' ? 'not ' : ''}${has(assigneeCondition(assignee, add))}`]),
  ];
}

/** A condition on a state: with an assignee, where nobody's is asked for, or with this one. */
function assigneeCondition(assignee: string, add: (value: unknown) => string): string {
  return `${assignee === 'none' ? '' : `assignee_id = ${add(assignee)} and `}${shownAssignee} is not null`;
}

/** The text of the fields for searching, without accents and case. */
const searchText = 'inlet_search_text(data::text)';

/** `like all` folds a row once for all terms, and it comes first, because it decides most rows. */
function termConditions(terms: readonly SearchTerm[], add: (value: unknown) => string): string[] {
  const patterns = terms.map(({ text }) => patternFor(asStored(text)));
  const inFields = terms.flatMap(({ text, field }) => {
    if (!field) return [];
    const [name, value, literal] = [field.name, patternFor(text), patternFor(asStored(field.literal))].map(add);
    return `(${searchText} like ${literal} or exists (
      select from json_each_text(data::json) as field(name, value)
      where inlet_fold(field.name) = ${name} and inlet_fold(field.value) like ${value}
    ))`;
  });
  return [[`${searchText} like all (${add(patterns)}::text[])`, ...inFields].join(' and ')];
}

/** Escapes `%`, `_` and `\`, which have no special meaning in a search. */
function patternFor(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
