import { defaultThreshold } from '@inlet/contracts/spam';
import { type BlockList, compileBlockList } from '@inlet/spam/block-list';
import { type Counts, isTrained } from '@inlet/spam/classify';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { loadRules, type StoredRules } from '#spam/judge/rules.store.ts';

export interface FormRules {
  readonly version: number;
  readonly threshold: number;
  readonly isBlocked: BlockList | null;
  /** What the account's filter has learned, once it is enough to judge. */
  readonly learned: Counts | null;
  readonly modelVersion: number;
}

/** The rules of a form without settings in an account without marks. */
export const plainRules: FormRules = {
  version: 0,
  threshold: defaultThreshold,
  isBlocked: null,
  learned: null,
  modelVersion: 0,
};

const formsKept = 5_000;
/** Changed settings are detected at once by their version; learned data may be this old. */
const lifetimeMs = 5_000;

export type ReadRules = (submissions: readonly AcceptedSubmission[]) => Promise<ReadonlyMap<string, FormRules>>;

/** Reads the rules of forms, in one query for all that are not cached. */
export function createFormRules(pool: Pool): ReadRules {
  const known = new LRUCache<string, FormRules>({ max: formsKept, ttl: lifetimeMs });
  return async (submissions) => {
    const rules = new Map<string, FormRules>();
    const missing = new Map<string, AcceptedSubmission>();
    for (const submission of submissions) {
      const { formId, spamVersion } = submission;
      if (spamVersion === undefined || rules.has(formId)) continue;
      const found = known.get(formId);
      if (found && found.version >= spamVersion) rules.set(formId, found);
      else missing.set(formId, submission);
    }
    if (missing.size === 0) return rules;
    for (const row of await loadRules(pool, [...missing.values()])) {
      const found = toRules(row);
      known.set(row.formId, found);
      rules.set(row.formId, found);
    }
    return rules;
  };
}

function toRules({ version, threshold, blockList, learned, modelVersion }: StoredRules): FormRules {
  return {
    version: version ?? 0,
    threshold: threshold ?? defaultThreshold,
    isBlocked: blockList && blockList.length > 0 ? compileBlockList(blockList) : null,
    learned: learned && isTrained(learned) ? learned : null,
    modelVersion,
  };
}
