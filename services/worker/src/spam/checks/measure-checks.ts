import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import { checkOutcomes, type SettleDeps } from '#spam/checks/settle-checks.ts';

/** Returns a function that counts the outcomes of checks. */
export function measureChecks(metrics: Metrics): SettleDeps['note'] {
  const help = 'Remote checks for spam, by how they ended';
  const ended = defineCounter(metrics, 'inlet_spam_checks_total', help, ['outcome']);
  for (const outcome of checkOutcomes) ended.inc({ outcome }, 0);
  return (outcome) => ended.inc({ outcome });
}
