import { type Rules, type RulesFault, readRules } from '@inlet/contracts/rules';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';

/** In bytes: ten times the size of the largest rules, for generous spaces. */
export const documentMax = 1_000_000;

/** Rules from a document: what the API returns can be pasted, so its `version` is left out. */
export function readDocument(text: string): { readonly rules: Rules } | { readonly faults: readonly RulesFault[] } {
  if (text.length > documentMax) return { faults: [{ field: '', message: 'The text is too long to be rules.' }] };
  let document: unknown;
  try {
    document = parseVisitorJson(text);
  } catch (error) {
    return { faults: [{ field: '', message: `This is no JSON. ${error instanceof Error ? error.message : ''}` }] };
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { faults: [{ field: '', message: 'Rules are an object with a mode and fields.' }] };
  const { version: _version, ...rules } = document as { readonly version?: unknown };
  return readRules(rules);
}
