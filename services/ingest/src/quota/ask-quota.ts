import type { Amounts } from '@inlet/contracts/quotas';
import { unavailable } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import type { AccountQuestions } from '#forms/ask-account.ts';

export interface AskQuota {
  /** Asks account to grant an account's month so much more; those that need it in the same moment ask once for all. */
  readonly ask: (userId: string, month: string, wanted: Amounts) => Promise<void>;
  /** Asks before anything is missing, without telling when or whether it worked. */
  readonly askAhead: (userId: string, month: string) => void;
}

export interface AskQuotaDeps {
  readonly account: Pick<AccountQuestions, 'grantQuota'>;
  readonly logger: Logger;
}

/** A question that is not sent yet, while the one before it is under way. */
interface Forming {
  submissions: number;
  bytes: number;
  readonly answer: Promise<void>;
}

/** After a question ahead of time that failed, the next one of that account waits so long. */
const pauseMs = 1_000;
const nothing = { submissions: 0, bytes: 0 };

/** Each account has one question under way at the most. */
export function createAskQuota({ account, logger }: AskQuotaDeps): AskQuota {
  const underWay = new Map<string, Promise<void>>();
  const forming = new Map<string, Forming>();
  const paused = new Set<string>();

  async function send(name: string, userId: string, month: string): Promise<void> {
    try {
      // Those that learn of it in the same batch come in the same turn of the loop.
      await (underWay.get(name) ?? new Promise(setImmediate));
    } catch (error) {
      forming.delete(name);
      throw error;
    }
    const { submissions, bytes } = forming.get(name) ?? nothing;
    forming.delete(name);
    const asked = account.grantQuota({ userId, month, wanted: { submissions, bytes } });
    underWay.set(name, asked);
    try {
      await asked;
    } finally {
      if (underWay.get(name) === asked) underWay.delete(name);
    }
  }

  function form(userId: string, month: string, wanted: Amounts): Promise<void> {
    const name = `${userId} ${month}`;
    const same = forming.get(name);
    if (same) {
      same.submissions += wanted.submissions;
      same.bytes += wanted.bytes;
      return same.answer;
    }
    const answer = send(name, userId, month);
    forming.set(name, { ...wanted, answer });
    return answer;
  }

  async function ahead(userId: string, month: string): Promise<void> {
    const name = `${userId} ${month}`;
    if (underWay.has(name) || forming.has(name) || paused.has(name)) return;
    try {
      await form(userId, month, nothing);
    } catch (err) {
      logger.debug({ err }, 'quota: more of it could not be granted ahead');
      paused.add(name);
      setTimeout(() => paused.delete(name), pauseMs).unref();
    }
  }

  return {
    ask: async (userId, month, wanted) => {
      try {
        await form(userId, month, wanted);
      } catch (err) {
        logger.warn({ err }, 'quota: account could not grant more');
        throw unavailable();
      }
    },
    askAhead: (userId, month) => void ahead(userId, month),
  };
}
