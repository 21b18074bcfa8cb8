/**
 * A condition in SQL: the table still has the partition of all rows from before the upgrade. While it is there, rows
 * that are too old are removed one by one; afterwards their partitions are dropped.
 */
export function hasFirstPartition(table: 'changes' | 'delivery_attempts' | 'audit_events' | 'daily_refusal_counters') {
  return `(select has_first_partition('${table}'))`;
}
