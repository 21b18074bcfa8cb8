import type { FieldRule } from '@inlet/contracts/field-rule';
import type { CheckFinding } from '@inlet/contracts/form-check';
import { isNamed } from '@inlet/rules/controls';
import { elementsOf } from '@inlet/rules/read-html';
import { suggestFromControls } from '@inlet/rules/suggest-from-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { type LoadedPage, pageBytesMax } from '#form-checks/load-page.ts';
import { findPageForms } from '#form-checks/page/find-page-forms.ts';
import { judgeEachForm } from '#form-checks/page/judge-each-form.ts';
import { judgePage } from '#form-checks/page/judge-form.ts';
import { judgeNames } from '#form-checks/page/judge-names.ts';
import { judgeScript } from '#form-checks/page/judge-script.ts';
import { type Sending, sendingOf } from '#form-checks/page/sending-of.ts';

export interface Inspected {
  readonly findings: readonly CheckFinding[];
  /** What the page would send; null if it does not send to the endpoint. */
  readonly sending: Sending | null;
}

/** Compares a page with the form that it should send to. */
export function inspectPage({ url, html }: LoadedPage, form: CheckedForm): Inspected {
  const elements = elementsOf(html, pageBytesMax);
  const { findings, forms, count, best, isByScript } = findPageForms(elements, url, form);
  if (!best && !isByScript) return { findings, sending: null };
  const isHosted = best?.action?.pathname.endsWith('/page') ?? false;
  const ofPage = judgePage(url, form, isHosted);
  // A script that makes the fields sends what the rules describe, for all that the page says.
  if (!best) return { findings: [...findings, ...ofPage], sending: sendingOf(url, null, [], form) };
  const named = best.controls.filter(isNamed);
  const fields: readonly FieldRule[] = suggestFromControls(named, elements).fields;
  return {
    findings: [
      ...judgeEachForm(forms, count, elements, form),
      ...judgeNames(fields, form),
      ...judgeScript(elements, url, best, form),
      ...ofPage,
    ],
    sending: sendingOf(url, best.encoding, named, form, fields),
  };
}
