import type { SavedRules } from '@inlet/contracts/saved-rules';
import { findRules } from '#forms/rules/rules.store.ts';
import { savedRulesOf } from '#forms/saved-rules.ts';
import type { Resources } from '#resources.ts';

export async function readRules({ database }: Pick<Resources, 'database'>, formId: string): Promise<SavedRules> {
  return savedRulesOf(await findRules(database.prisma, formId));
}
