/** What a change of submissions says of itself. */
export interface Changed {
  readonly count: number;
  /** The targets that have a delivery now. */
  readonly targets: readonly string[];
}

export const nothingChanged: Changed = { count: 0, targets: [] };

/**
 * Records that rows of form `$1` were changed, with a kind that `record_changes` knows or an expression of one, and
 * answers the targets that have a delivery now. It belongs into the main query of the statement that changes them: that
 * runs before the counters of the statement, which stand beside it.
 */
export function recordSql(kind: string, rows: string, condition = 'true'): string {
  return `(
  select record_changes(array_agg(${kind}), array_agg(${rows}.id), array_agg(forms.id), array_agg(forms.user_id))
  from ${rows} join forms on forms.id = $1 where ${condition}
)`;
}
