import type { Counts } from '@inlet/spam/classify';
import type { Token } from '@inlet/spam/tokens';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { loadTokens } from '#spam/judge/rules.store.ts';

type CountsByToken = Map<Token, Counts | null>;

/** Some 60 bytes each. An account with more is forgotten and starts again. */
const tokensKept = 100_000;
const accountsKept = 50;

export interface KnownTokens {
  /** The learned counts of tokens, in a version of the account's model; missing ones are loaded. */
  readonly read: (
    userId: string,
    version: number,
    tokens: ReadonlySet<Token>,
  ) => Promise<(token: Token) => Counts | undefined>;
}

export function rememberTokens(pool: Pool): KnownTokens {
  const accounts = new LRUCache<string, { readonly version: number; readonly counts: CountsByToken }>({
    max: accountsKept,
  });
  return {
    read: async (userId, version, tokens) => {
      const known = accounts.get(userId);
      const isCurrent = known?.version === version && known.counts.size < tokensKept;
      const counts: CountsByToken = isCurrent ? known.counts : new Map();
      if (!isCurrent) accounts.set(userId, { version, counts });
      const missing = [...tokens].filter((token) => !counts.has(token));
      if (missing.length > 0) {
        const rows = await loadTokens(pool, userId, missing);
        for (const token of missing) counts.set(token, null);
        for (const { token, spam, good } of rows) counts.set(token, { spam, good });
      }
      return (token) => counts.get(token) ?? undefined;
    },
  };
}
