import { spamDaysMax } from '@inlet/contracts/retention';

/** How long spam is kept, in one sentence. The documentation also has the maximum number. */
export const spamNote = `Spam is deleted after ${spamDaysMax} days.`;
