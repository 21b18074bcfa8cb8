import { addressConfirmationDays } from '@inlet/contracts/confirmation';
import type { ConfirmPageState } from '@inlet/contracts/visitor-pages/confirm-page';
import type { ConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import { type AskedSubmission, findAsked, saveConfirmedAddress } from '#inbox/addresses/addresses.store.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

interface ConfirmationDeps extends Pick<Resources, 'database' | 'redis' | 'keys'> {
  readonly background: Background;
}

const lifeMs = addressConfirmationDays * 86_400_000;

/** What a link leads to now, and its submission, if there is one. */
export interface Opened {
  readonly state: ConfirmPageState;
  readonly asked: AskedSubmission | null;
}

/** The links by which visitors confirm their address. Reading one changes nothing. */
export function createAddressConfirmation(deps: ConfirmationDeps, tokens: ConfirmationTokens) {
  const { database, redis, keys, background } = deps;
  const { pool } = database;

  async function open(token: string): Promise<Opened & { readonly submissionId: string | null }> {
    const meant = tokens.open(token);
    const asked = meant && (await findAsked(pool, meant.submissionId));
    if (!asked) return { state: 'unknown', asked: null, submissionId: null };
    const { submissionId, at } = meant;
    const isExpired = at + lifeMs <= Date.now();
    const state = asked.isConfirmed ? 'confirmed-before' : isExpired ? 'expired' : 'asked';
    return { state, asked, submissionId };
  }

  return {
    read: open,
    confirm: async (token: string): Promise<Opened> => {
      const { state, asked, submissionId } = await open(token);
      if (state !== 'asked' || !asked || submissionId === null) return { state, asked };
      const isFirst = await saveConfirmedAddress(pool, asked.formId, submissionId);
      // Lists of submissions that are open show it at once.
      if (isFirst) background.run('news of an address', () => publishStoredForms(redis, keys, [asked]));
      return { state: isFirst ? 'confirmed' : 'confirmed-before', asked };
    },
  };
}
