import type { Candidate } from '@inlet/endpoint/candidate';
import type { Logger } from '@inlet/process/logger';
import type { Outcome } from '#submissions/batcher.ts';

export interface AcceptedLog {
  /** Records a batch whose result is known. */
  readonly note: (batch: readonly Candidate[], outcomes: readonly Outcome[]) => void;
  /** Logs how many lines were left out since the last one. */
  readonly flush: () => void;
}

export interface AcceptedLimits {
  readonly idsPerLine: number;
  readonly idsPerSecond: number;
}

const windowMs = 1_000;
/**
 * Up to 200 submissions a second are logged individually; beyond that, a sample. A pair of ids has some 120 bytes, so a
 * process logs at most 24 kB a second.
 */
const defaultLimits: AcceptedLimits = { idsPerLine: 50, idsPerSecond: 200 };

/** Links request ids to submission ids with one line for each batch, so that a response can be traced to its row. */
export function createAcceptedLog(logger: Logger, limits: AcceptedLimits = defaultLimits): AcceptedLog {
  let idsLeft = limits.idsPerSecond;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    idsLeft = limits.idsPerSecond;
    if (leftOut > 0) logger.info({ count: leftOut }, 'submissions: more accepted');
    leftOut = 0;
  }

  return {
    flush,
    note: (batch, outcomes) => {
      if (!logger.isLevelEnabled('info')) return;
      timer ??= setTimeout(flush, windowMs).unref();
      const accepted = [];
      const idsMax = Math.min(limits.idsPerLine, idsLeft);
      let count = 0;
      for (const [index, { requestId, submission }] of batch.entries()) {
        if (outcomes[index] !== 'stored') continue;
        count += 1;
        if (accepted.length < idsMax) accepted.push({ requestId, submissionId: submission.id });
      }
      idsLeft -= accepted.length;
      leftOut += count - accepted.length;
      if (accepted.length > 0) logger.info({ count, accepted }, 'submissions: accepted');
    },
  };
}
