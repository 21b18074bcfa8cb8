import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { UploadAccount } from '#uploads/upload-account.ts';

/** Abandoned uploads, until account knows about them. */
export interface GivenUp extends Pick<BackgroundLoop, 'close'> {
  /** Does not wait for account: the visitor already has a response. */
  readonly add: (uploadId: string) => void;
}

const intervalMs = 60_000;
/** The pause while account or its database is away. */
const retryMs = 2_000;
/** Uploads that account may not even have opened; the sweep handles any more of them. */
const waitingMost = 1_000;

/** Tells account about abandoned uploads, so that a worker deletes their bytes and their storage is released. */
export function openGivenUp(account: Pick<UploadAccount, 'cancelUpload'>, logger: Pick<Logger, 'warn'>): GivenUp {
  const ids = new Set<string>();
  const tell = async () => {
    for (const id of ids) {
      await account.cancelUpload(id);
      ids.delete(id);
    }
  };
  const options = { intervalMs, retryMs, logger, complaint: 'uploads: cancelling abandoned uploads failed' };
  const loop = startBackgroundLoop(options, tell);
  return {
    add: (uploadId) => {
      if (ids.size < waitingMost) ids.add(uploadId);
      loop.wake();
    },
    close: async () => {
      await loop.close();
      // The next sweep handles what account does not learn now.
      await tell().catch((err: unknown) => logger.warn({ err }, options.complaint));
    },
  };
}
