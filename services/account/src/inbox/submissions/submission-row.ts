import { listedValueMax } from '@inlet/contracts/submission-limits';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import { type StateText, stateColumn } from '#inbox/submissions/state-row.ts';

/** A submission as the database gives it: its fields are text, for reading numbers and names would change some. */
export interface SubmissionRow {
  readonly id: string;
  readonly formId: string;
  readonly data: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean;
  /** The verdict as JSON text; null where nothing was found. */
  readonly spam: string | null;
  readonly isChecking: boolean;
  readonly createdAt: Date;
  readonly files: FilesText;
}

/** The same with the state of the work on it. */
export interface InboxRow extends SubmissionRow {
  readonly state: StateText;
}

/** What is selected for such a row. */
export const submissionColumns = `id, form_id as "formId", data::text as data, origin, user_agent as "userAgent",
  is_spam as "isSpam", spam::text as spam, not is_spam and checking_since is not null as "isChecking", created_at as "createdAt",
  ${filesColumn('submissions.id')}`;

/** A submission among many: where they are large together, its fields are left in the database until they are wanted. */
export interface MeasuredRow extends Omit<InboxRow, 'data'> {
  readonly data: string | null;
  /** The bytes of the fields as they are stored. */
  readonly bytes: number;
}

/** What a query selects that `measured` stands around. */
export const measuredColumns =
  'id, form_id, data, octet_length(data::text) as bytes, origin, user_agent, is_spam, spam, checking_since, created_at';

/**
 * Lets the database send the fields of the first rows only, up to so many bytes of them; of the others it sends the
 * size. So nobody has to ask for the sizes first where submissions are small. The rows keep the order in which the
 * query within gives them.
 */
export function measured(query: string, bytesMax: number): string {
  return `
select id, form_id as "formId", bytes, origin, user_agent as "userAgent", is_spam as "isSpam", spam::text as spam,
  not is_spam and checking_since is not null as "isChecking", created_at as "createdAt", ${stateColumn('found.id', listedValueMax)},
  ${filesColumn('found.id')},
  case when sum(bytes) over (rows between unbounded preceding and current row) <= ${bytesMax} then data::text end as data
from (${query}) as found`;
}
