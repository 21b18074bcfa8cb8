/** The recorded data of a change of submissions. */
export interface Changed {
  readonly count: number;
  /** Targets that now have a delivery. */
  readonly targets: readonly string[];
}

export const nothingChanged: Changed = { count: 0, targets: [] };

/**
 * Records that rows of form `$1` have changed. The kind is one that `record_changes` knows, or an expression. Returns
 * the targets that now have a delivery. It must be in the main query of the statement that changes them, which runs
 * before the statement's counters.
 */
export function recordSql(kind: string, rows: string, condition = 'true'): string {
  return `(
  select record_changes(array_agg(${kind}), array_agg(${rows}.id), array_agg(forms.id), array_agg(forms.user_id))
  from ${rows} join forms on forms.id = $1 where ${condition}
)`;
}
