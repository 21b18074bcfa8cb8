import { noRules, type Rules } from '@inlet/contracts/rules';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import type { FormRules } from '@inlet/db/client';

type Row = Pick<FormRules, 'rules' | 'version'>;

/** The rules of a form, which were checked when they were saved. */
export function savedRulesOf(row: Row | null): SavedRules {
  return row ? { ...(row.rules as Rules), version: row.version } : { ...noRules, version: 0 };
}

/** False for a form that neither checks nor describes its fields. */
export function hasRules({ mode, fields }: Rules): boolean {
  return mode !== 'off' || fields.length > 0;
}
