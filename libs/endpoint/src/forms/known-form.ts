import type { FormEntry } from '@inlet/contracts/form-directory';
import { compileOriginRule, type OriginRule } from '@inlet/contracts/origins';
import { type CompiledRules, compileRules } from '@inlet/rules/compile-rules';

/** A form as the endpoint needs it: its entry, its compiled origin rule, and its compiled rules. */
export interface KnownForm extends FormEntry {
  readonly allows: OriginRule;
  /** Undefined unless the rules judge submissions. */
  readonly compiledRules?: CompiledRules | undefined;
}

/** The lane of the owner's account in Redis. */
export function laneOf({ lane = 0 }: Pick<FormEntry, 'lane'>): number {
  return lane;
}

/** Compiles what judges the submissions of a form. */
export function knowForm(entry: FormEntry): KnownForm {
  const { rules } = entry;
  const compiledRules =
    rules && rules.mode !== 'off' ? compileRules(rules, { takesFiles: entry.files !== undefined }) : undefined;
  return { ...entry, allows: compileOriginRule(entry.allowedOrigins), compiledRules };
}
