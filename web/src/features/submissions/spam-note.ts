import { spamDaysMax } from '@inlet/contracts/retention';

/** How long spam is kept, in one sentence. The documentation also names how many are kept. */
export const spamNote = `Spam is deleted after ${spamDaysMax} days.`;
