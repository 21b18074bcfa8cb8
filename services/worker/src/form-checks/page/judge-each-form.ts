import type { CheckFinding } from '@inlet/contracts/form-check';
import type { Element } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { addressFault } from '#form-checks/page/find-page-forms.ts';
import type { PageForm } from '#form-checks/page/forms-in.ts';
import { type Visibility, visibilityIn } from '#form-checks/page/is-hidden.ts';
import { judgeControls, judgeSending } from '#form-checks/page/judge-form.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/**
 * How the forms are sent, and what stands in them. Of several forms, a finding says which one it means; `count` includes
 * those that are not looked at.
 */
export function judgeEachForm(
  forms: readonly (readonly PageForm[])[],
  count: number,
  elements: readonly Element[],
  form: CheckedForm,
): CheckFinding[] {
  const visibilityOf = visibilityIn(elements);
  const judged = forms.map((ways) => distinct(judgeForm(ways, visibilityOf, form)));
  const all = `the ${count > forms.length ? 'first ' : ''}${forms.length} forms for this endpoint`;
  return judged.flatMap((findings, index) =>
    [...findings].flatMap(([key, finding]) => {
      if (judged.length === 1) return [finding];
      const isInAll = judged.every((others) => others.has(key));
      if (!isInAll) return [about(`the ${ordinals[index]} of ${all}`, finding)];
      return index === 0 ? [about(`each of ${all}`, finding)] : [];
    }),
  );
}

function judgeForm(
  ways: readonly PageForm[],
  visibilityOf: (control: Element) => Visibility,
  form: CheckedForm,
): CheckFinding[] {
  return [
    ...ways.flatMap((way) => [...addressFault(way, form), ...judgeSending(way, form)]),
    // Each way sends the same controls.
    ...ways.slice(0, 1).flatMap((way) => judgeControls(way, visibilityOf)),
  ];
}

function distinct(findings: readonly CheckFinding[]): ReadonlyMap<string, CheckFinding> {
  return new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
}

/** Names the form in the message, which may begin with it. */
function about(which: string, finding: CheckFinding): CheckFinding {
  const { message } = finding;
  const [opening = ''] = /^The form (?:of the page )?/.exec(message) ?? [];
  const rest = message.slice(opening.length);
  return { ...finding, message: opening ? `${capital(which)} ${rest}` : `In ${which}, ${small(rest)}` };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
