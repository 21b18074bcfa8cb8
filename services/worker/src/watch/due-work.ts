/** Background work that becomes due by a row or by time. */
export type DueWork =
  | 'notifications'
  | 'autoReplies'
  | 'checks'
  | 'lessons'
  | 'erasures'
  | 'counters'
  | 'removals'
  | 'scans';
