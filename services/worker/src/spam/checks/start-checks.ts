import { type BackgroundLoop, startBackgroundLoop } from '@inlet/service/background-loop';
import { checksAtOnce, type SettleDeps, settleSome } from '#spam/checks/settle-checks.ts';

/** A submission waits for its mail no longer than its sender would notice. */
const intervalMs = 1_000;

/** Settles submissions that wait for a remote check. Several workers share the work. */
export function startChecks(deps: SettleDeps): BackgroundLoop {
  const { logger } = deps;
  return startBackgroundLoop({ intervalMs, logger, complaint: 'spam checks: round failed' }, async ({ signal }) => {
    while (!signal.aborted) if ((await settleSome(deps)) < checksAtOnce) return;
  });
}
