import { repeatEvery } from '#billing/repeat.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { settlePlaces } from '#forms/usage/settle-reservations.ts';
import { continueDeletions } from '#inbox/submissions/continue-deletions.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { sweepExpired } from '#scheduler/sweep-expired.ts';

export interface UpkeepClock {
  readonly start: () => void;
  /** Waits for what is being worked on. */
  readonly stop: () => Promise<void>;
}

/** How soon a mail goes out that the queue did not take, or that a process left which died. */
const mailsEveryMs = 5_000;
const deletionsEveryMs = 5_000;
/** How long a process that died keeps places in a month from their account. */
const placesEveryMs = 60_000;
const sweepEveryMs = 3_600_000;

/** What account goes on with, or clears away, without anybody waiting for it. Every process does it, side by side. */
export function createUpkeepClock(
  deps: Pick<AccountDeps, 'database' | 'redis' | 'keys' | 'producer' | 'logger'>,
): UpkeepClock {
  const { logger } = deps;
  const all = [
    repeatEvery(mailsEveryMs, { logger, complaint: 'mails could not be handed over' }, (signal) =>
      handOverMails(deps, signal),
    ),
    repeatEvery(deletionsEveryMs, { logger, complaint: 'deletions could not go on' }, (signal) =>
      continueDeletions(deps, signal),
    ),
    repeatEvery(placesEveryMs, { logger, complaint: 'places: what was taken could not be settled' }, () =>
      settlePlaces(deps),
    ),
    repeatEvery(sweepEveryMs, { logger, complaint: 'what is over could not be removed' }, (signal) =>
      sweepExpired(deps, signal),
    ),
  ];
  return {
    start: () => {
      for (const each of all) each.kick();
    },
    stop: async () => {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}
