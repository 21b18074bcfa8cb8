import { spamDaysMax, spamOfFormMax } from '@inlet/contracts/retention';
import { formatNumber } from '#lib/wording.ts';

/** How long spam is kept, in one sentence. */
export const spamNote = `The newest ${formatNumber(spamOfFormMax)} are kept, each for ${spamDaysMax} days at most.`;
