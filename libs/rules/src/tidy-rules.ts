import { type FieldRule, ruleOptionsMax, rulesBytesMax } from '@inlet/contracts/field-rule';
import { formStepsMax, readPattern } from '@inlet/contracts/rule-patterns';
import { fieldRuleSchema, type Rules, ruleFieldsMax } from '@inlet/contracts/rules';

/** A rule that may have parts which cannot be saved. */
export type Draft = Partial<FieldRule> & Pick<FieldRule, 'name' | 'type'>;

/** Makes rules that can be saved from drafts: what does not fit is left out. They warn at first, and refuse nothing. */
export function tidyRules(drafts: Iterable<Draft>): Rules {
  const fields: FieldRule[] = [];
  const names = new Set<string>();
  const left = { options: ruleOptionsMax, steps: formStepsMax, bytes: rulesBytesMax - '[]'.length };
  for (const draft of drafts) {
    const rule = savedFrom(withinLimits(draft, left));
    if (!rule || names.has(rule.name)) continue;
    const bytes = Buffer.byteLength(JSON.stringify(rule)) + ','.length;
    if (fields.length === ruleFieldsMax || bytes > left.bytes) break;
    left.bytes -= bytes;
    left.options -= rule.options?.length ?? 0;
    left.steps -= stepsOf(rule.pattern);
    names.add(rule.name);
    fields.push(rule);
  }
  return { mode: 'warn', unknown: 'keep', fields };
}

function withinLimits(draft: Draft, left: { readonly options: number; readonly steps: number }): Draft {
  const { pattern, ...others } = draft;
  const rule = stepsOf(pattern) > left.steps ? others : draft;
  return (rule.options?.length ?? 0) > left.options ? withoutOptions(rule) : rule;
}

/** Leaves out one faulty property after another; null if the name or the type is at fault. */
function savedFrom(draft: Draft): FieldRule | null {
  const read = fieldRuleSchema.safeParse(draft);
  if (read.success) return read.data;
  const property = read.error.issues[0]?.path[0];
  if (property === 'options') return savedFrom(withoutOptions(draft));
  if (typeof property !== 'string' || property === 'name' || !(property in draft)) return null;
  return savedFrom(Object.fromEntries(Object.entries(draft).filter(([name]) => name !== property)) as Draft);
}

/** A choice with some of its options would refuse the others, so it becomes a text. */
function withoutOptions({ options: _options, ...others }: Draft): Draft {
  return { ...others, type: others.type === 'choice' ? 'text' : others.type };
}

function stepsOf(pattern: string | undefined): number {
  const read = pattern === undefined ? null : readPattern(pattern);
  return read && 'steps' in read ? read.steps : 0;
}
