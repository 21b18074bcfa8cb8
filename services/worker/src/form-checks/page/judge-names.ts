import type { FieldRule } from '@inlet/contracts/field-rule';
import type { CheckFinding } from '@inlet/contracts/form-check';
import { isReservedName } from '@inlet/contracts/reserved-names';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { fault, note, shown } from '#form-checks/findings.ts';

/** Values in a list that a finding names. */
const namedMax = 5;

/** Compares the fields of the page with the rules of the form, and with the fields that conditions look at. */
export function judgeNames(fields: readonly FieldRule[], form: CheckedForm): CheckFinding[] {
  const onPage = new Map(fields.map((field) => [field.name, field]));
  const findings = form.rules ? judgeRules(onPage, form.rules) : [];
  for (const name of new Set(form.routedFields)) {
    if (onPage.has(name)) continue;
    findings.push(
      fault(
        'condition_without_field',
        `A condition of a recipient, an integration or the automatic reply looks at the field “${shown(name)}”, which the page does not send`,
        closestWords(name, onPage) || 'Correct the condition, or add the field to the page.',
        { field: shown(name), code: `name="${shown(name)}"` },
      ),
    );
  }
  return findings;
}

function judgeRules(
  onPage: ReadonlyMap<string, FieldRule>,
  { fields, unknown }: NonNullable<CheckedForm['rules']>,
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  for (const rule of fields) {
    const field = onPage.get(rule.name);
    if (!field) findings.push(missing(rule, onPage));
    else findings.push(...wrongOptions(rule, field));
  }
  const known = new Set(fields.map(({ name }) => name));
  if (unknown === 'refuse')
    for (const name of onPage.keys()) if (!known.has(name) && !isReservedName(name)) findings.push(unknownField(name));
  return findings;
}

function missing({ name, required }: FieldRule, onPage: ReadonlyMap<string, FieldRule>): CheckFinding {
  const details = { field: shown(name), code: `name="${shown(name)}"` };
  const closest = closestWords(name, onPage);
  if (required)
    return fault(
      'required_field_missing',
      `The rules require the field “${shown(name)}”, which the page does not send`,
      closest || 'Add the field to the page, or do not require it.',
      details,
    );
  return note(
    'field_missing',
    `The rules have the field “${shown(name)}”, which the page does not send`,
    closest || 'Add the field to the page, or remove it from the rules.',
    details,
  );
}

function unknownField(name: string): CheckFinding {
  return fault(
    'unknown_field',
    `The page sends the field “${shown(name)}”, which the rules refuse`,
    'Add the field to the rules, or let them keep unknown fields.',
    { field: shown(name) },
  );
}

/** Values that visitors can choose, and that the rules refuse. */
function wrongOptions(rule: FieldRule, field: FieldRule): CheckFinding[] {
  if (rule.type !== 'choice' || field.type !== 'choice') return [];
  const allowed = new Set(rule.options);
  const wrong = (field.options ?? []).filter((option) => !allowed.has(option));
  if (wrong.length === 0) return [];
  const named = wrong.slice(0, namedMax).map((option) => `“${shown(option)}”`);
  return [
    fault(
      'option_not_allowed',
      `Visitors can choose ${named.join(', ')} in the field “${shown(rule.name)}”, which the rules refuse`,
      'Add the options to the rules, or correct their values on the page.',
      { field: shown(rule.name) },
    ),
  ];
}

/** Names are compared letter by letter, and the commonest mistakes are capitals and brackets. */
function closestWords(name: string, onPage: ReadonlyMap<string, unknown>): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const close = [...onPage.keys()].find((other) => plain(other) === plain(name));
  return close === undefined ? '' : `The page has “${shown(close)}”. Give it exactly the same name.`;
}
