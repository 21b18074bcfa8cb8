import type { FieldRule } from '@inlet/contracts/field-rule';
import type { CheckFinding } from '@inlet/contracts/form-check';
import { isNamed } from '@inlet/rules/controls';
import { elementsOf } from '@inlet/rules/read-html';
import { suggestFromControls } from '@inlet/rules/suggest-from-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { type LoadedPage, pageBytesMax } from '#form-checks/load-page.ts';
import { findPageForm } from '#form-checks/page/find-page-form.ts';
import { judgeControls, judgePage, judgeSending } from '#form-checks/page/judge-form.ts';
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
  const { findings, pageForm, isByScript } = findPageForm(elements, url, form);
  if (!pageForm && !isByScript) return { findings, sending: null };
  const isHosted = pageForm?.action?.pathname.endsWith('/page') ?? false;
  const ofPage = judgePage(url, form, isHosted);
  // A script that makes the fields sends what the rules describe, for all that the page says.
  if (!pageForm) return { findings: [...findings, ...ofPage], sending: sendingOf(url, null, [], form) };
  const named = pageForm.controls.filter(isNamed);
  const fields: readonly FieldRule[] = suggestFromControls(named, elements).fields;
  return {
    findings: [
      ...findings,
      ...judgeSending(pageForm, form),
      ...judgeControls(pageForm, elements),
      ...judgeNames(fields, form),
      ...judgeScript(elements, url, pageForm, form),
      ...ofPage,
    ],
    sending: sendingOf(url, pageForm.encoding, named, form, fields),
  };
}
