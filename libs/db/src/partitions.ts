/**
 * A condition in SQL: the table still has the partition of all rows from before the upgrade. Until it is gone, expired
 * rows are deleted one by one; afterwards their partitions are dropped.
 */
export function hasFirstPartition(table: 'changes' | 'delivery_attempts' | 'audit_events' | 'daily_refusal_counters') {
  return `(select has_first_partition('${table}'))`;
}
