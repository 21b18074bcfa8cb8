import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { AccountQuestions } from '#forms/ask-account.ts';

/** Uploads that no submission has, until account knows of it. */
export interface GivenUp extends Pick<BackgroundLoop, 'close'> {
  /** Nobody waits for account: the visitor has an answer already. */
  readonly add: (uploadId: string) => void;
}

const intervalMs = 60_000;
/** While account is away, or its database. */
const retryMs = 2_000;
/** Uploads that account may not have opened at all: the sweep takes any more of them. */
const waitingMost = 1_000;

/** Tells account of uploads that were given up, so that a worker deletes their bytes and their storage is free again. */
export function openGivenUp(account: Pick<AccountQuestions, 'cancelUpload'>, logger: Logger): GivenUp {
  const ids = new Set<string>();
  const tell = async () => {
    for (const id of ids) {
      await account.cancelUpload(id);
      ids.delete(id);
    }
  };
  const options = { intervalMs, retryMs, logger, complaint: 'uploads: account does not hear of those given up' };
  const loop = startBackgroundLoop(options, tell);
  return {
    add: (uploadId) => {
      if (ids.size < waitingMost) ids.add(uploadId);
      loop.wake();
    },
    close: async () => {
      await loop.close();
      // What account does not hear now goes with the next sweep.
      await tell().catch((err: unknown) => logger.warn({ err }, options.complaint));
    },
  };
}
