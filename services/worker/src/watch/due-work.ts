/** Background work that becomes due by a row or by the time. */
export type DueWork =
  | 'notifications'
  | 'autoReplies'
  | 'checks'
  | 'lessons'
  | 'erasures'
  | 'counters'
  | 'removals'
  | 'scans';
