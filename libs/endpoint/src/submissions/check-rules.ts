import { type Labels, labelsOf } from '@inlet/contracts/labels';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { defineHttpError } from '@inlet/http/errors';
import type { FoundFault } from '@inlet/rules/found-fault';
import type { Fields } from '#bodies/fields.ts';
import type { KnownForm } from '#forms/known-form.ts';

/** What the rules of a form say of a submission that is stored. */
export interface RulesVerdict {
  /** Undefined if no rules judged it. */
  readonly rulesVersion?: number;
  /** As JSON text; undefined if it breaks none. */
  readonly ruleErrors?: string;
}

const unjudged: RulesVerdict = {};

const rulesBroken = defineHttpError(
  422,
  'invalid_fields',
  (errors: readonly FoundFault[], labels: Labels) => sentenceOf(errors, labels),
  (errors, labels) => ({
    issues: errors.map((error) => ({ ...error, fault: error.fault, label: labels.get(error.field) })),
  }),
);

/**
 * Checks a submission against the rules of its form. A form that enforces them refuses what breaks one. A test has no
 * files, and no values that fit a pattern.
 */
export function checkRules(
  { rules, compiledRules }: Pick<KnownForm, 'rules' | 'compiledRules'>,
  fields: Fields,
  upload: AcceptedUpload | undefined,
  isTest = false,
): RulesVerdict {
  if (!rules || !compiledRules) return unjudged;
  const found = compiledRules.check(fields, upload?.files);
  const errors = isTest ? testable(found, rules) : found;
  const { version: rulesVersion } = rules;
  if (errors.length === 0) return { rulesVersion };
  if (rules.mode === 'enforce') throw rulesBroken(errors, labelsOf(rules.fields));
  return { rulesVersion, ruleErrors: JSON.stringify(errors) };
}

function testable(errors: readonly FoundFault[], { fields }: NonNullable<KnownForm['rules']>): FoundFault[] {
  const files = new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name));
  return errors.filter(({ field, code }) => !files.has(field) && code !== 'PATTERN');
}

function sentenceOf(errors: readonly FoundFault[], labels: Labels): string {
  const [first] = errors;
  if (errors.length > 1 || !first) return `${errors.length} fields are not filled in as the form asks`;
  return labels.has(first.field) ? first.message : `${first.field}: ${first.message}`;
}
