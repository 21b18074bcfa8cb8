import { listedValueMax } from '@inlet/contracts/submission-limits';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import { type StateText, stateColumn } from '#inbox/submissions/state-row.ts';

/**
 * A submission as the database returns it: its fields are text, because parsing would change some numbers and names.
 */
export interface SubmissionRow {
  readonly id: string;
  readonly formId: string;
  readonly data: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean;
  /** The verdict as JSON text; null if there is none. */
  readonly spam: string | null;
  readonly isChecking: boolean;
  readonly createdAt: Date;
  readonly files: FilesText;
  /** The rules that it breaks, as JSON text; null if it breaks none. */
  readonly ruleErrors: string | null;
  readonly rulesVersion: number | null;
  /** Whether the visitor was asked to confirm the address; null if nobody wanted to. */
  readonly confirmation: string | null;
  readonly confirmedAt: Date | null;
}

/** The same with the state of the work on it. */
export interface InboxRow extends SubmissionRow {
  readonly state: StateText;
}

/** The columns of such a row. */
export const submissionColumns = `id, form_id as "formId", data::text as data, origin, user_agent as "userAgent",
  is_spam as "isSpam", spam::text as spam, not is_spam and checking_since is not null as "isChecking", created_at as "createdAt",
  rule_errors::text as "ruleErrors", rules_version as "rulesVersion", confirmation,
  confirmed_at as "confirmedAt", ${filesColumn('submissions.id')}`;

/** A submission among many: if they are large together, its fields stay in the database until needed. */
export interface MeasuredRow extends Omit<InboxRow, 'data'> {
  readonly data: string | null;
  /** The size of the stored fields in bytes. */
  readonly bytes: number;
}

/** The columns of a query that `measured` wraps. */
export const measuredColumns =
  'id, form_id, data, octet_length(data::text) as bytes, origin, user_agent, is_spam, spam, checking_since, created_at, rule_errors, rules_version, confirmation, confirmed_at';

/**
 * Makes the database send only the fields of the first rows, up to this many bytes; of the others it sends the size. So
 * small submissions need no separate query for sizes. The rows keep the order of the inner query.
 */
export function measured(query: string, bytesMax: number): string {
  return `
select id, form_id as "formId", bytes, origin, user_agent as "userAgent", is_spam as "isSpam", spam::text as spam,
  not is_spam and checking_since is not null as "isChecking", created_at as "createdAt", ${stateColumn('found.id', listedValueMax)},
  rule_errors::text as "ruleErrors", rules_version as "rulesVersion", confirmation,
  confirmed_at as "confirmedAt", ${filesColumn('found.id')},
  case when sum(bytes) over (rows between unbounded preceding and current row) <= ${bytesMax} then data::text end as data
from (${query}) as found`;
}
