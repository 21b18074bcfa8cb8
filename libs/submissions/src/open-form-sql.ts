/** The stored submissions of a form that count towards its number: those of its days, and of days that are removed. */
export const countedSql = `coalesce((select sum(submission_count) from daily_form_counters where form_id = forms.id), 0)
  + coalesce((select past_count from form_totals where form_id = forms.id), 0)`;

/** Whether a form is open at a time by its times and its number, as `formStateOf` says. `now` is an expression. */
export function isOpenSql(now: string): string {
  return `coalesce(forms.opens_at <= ${now}, true) and coalesce(forms.closes_at > ${now}, true)
  and (forms.max_submissions is null or forms.max_submissions > ${countedSql})`;
}
