/** A submission as the database gives it: its fields are text, for reading numbers and names would change some. */
export interface SubmissionRow {
  readonly id: string;
  readonly formId: string;
  readonly data: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean;
  readonly createdAt: Date;
}

/** What is selected for such a row. */
export const submissionColumns = `id, form_id as "formId", data::text as data, origin, user_agent as "userAgent",
  is_spam as "isSpam", created_at as "createdAt"`;
