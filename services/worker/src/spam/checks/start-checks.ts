import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import { checkOutcomes, checksAtOnce, type SettleDeps, settleSome } from '#spam/checks/settle-checks.ts';

const intervalMs = 30_000;

type CheckDeps = Omit<SettleDeps, 'note'> & { readonly metrics: Metrics };

/** Settles submissions that wait for a remote check. Several workers share the work. */
export function startChecks({ metrics, ...deps }: CheckDeps): BackgroundLoop {
  const { logger } = deps;
  const ended = defineCounter(metrics, 'inlet_spam_checks_total', 'Remote checks for spam, by how they ended', [
    'outcome',
  ]);
  for (const outcome of checkOutcomes) ended.inc({ outcome }, 0);
  const note: SettleDeps['note'] = (outcome) => ended.inc({ outcome });
  return startBackgroundLoop({ intervalMs, logger, complaint: 'spam checks: round failed' }, async ({ signal }) => {
    while (!signal.aborted) if ((await settleSome({ ...deps, note })) < checksAtOnce) return;
  });
}
