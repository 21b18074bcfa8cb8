import type { CheckFinding } from '@inlet/contracts/form-check';
import { type Element, isTag } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { fault, note, shown } from '#form-checks/findings.ts';
import { baseOf, isSameServer } from '#form-checks/page/addresses.ts';
import { decisiveName, formsIn, ownerOf, type PageForm } from '#form-checks/page/forms-in.ts';

export interface Found {
  readonly findings: readonly CheckFinding[];
  /** The forms that send to the endpoint, each with its ways to do so. */
  readonly forms: readonly (readonly PageForm[])[];
  /** How many forms send to the endpoint, with those that are not looked at. */
  readonly count: number;
  /** The form that the test is sent from; null if there is none. */
  readonly best: PageForm | null;
  /** True if a script of the page sends to the endpoint. */
  readonly isByScript: boolean;
}

const endpointPath = /^\/(?:api\/forms|f)\/([^/]+)(?:\/page)?\/?$/;

/** The forms of a page for one endpoint that are looked at. */
const formsMax = 10;

/** Finds the forms that send to the endpoint, or the reason why there is none. */
export function findPageForms(elements: readonly Element[], pageUrl: string, form: CheckedForm): Found {
  const all = formsIn(elements, baseOf(elements, pageUrl));
  const ours = all.filter(({ action }) => idIn(action) === form.endpointId);
  const grouped = [...Map.groupBy(ours, (one) => one.form).values()];
  const count = grouped.length;
  const forms = grouped.slice(0, formsMax);
  const [best = null] = forms.flat().toSorted((a, b) => rank(b, form) - rank(a, form));
  if (best) return { findings: [], forms, count, best, isByScript: false };
  const isByScript = elements.some((element) => mentions(element, form.endpointId));
  return { findings: [isByScript ? byScript : reasonOf(elements, all, form)], forms, count, best, isByScript };
}

const byScript = note(
  'by_script',
  'A script of the page sends the form, so a browser without scripts cannot send it, and its fields were not compared',
  'Give the form an action and the method post as well, where the page allows it.',
);

/** The right address comes before a wrong one, and a large form before a small one. */
function rank(pageForm: PageForm, form: CheckedForm): number {
  return (addressFault(pageForm, form).length === 0 ? 1_000_000 : 0) + pageForm.controls.length;
}

function idIn(action: URL | null): string | undefined {
  return action ? endpointPath.exec(action.pathname)?.[1] : undefined;
}

function endpointOf({ publicUrl, endpointId }: CheckedForm): string {
  return `${publicUrl}/f/${endpointId}`;
}

/** An address that does not lead to this installation, or not safely. */
export function addressFault(pageForm: PageForm, form: CheckedForm): CheckFinding[] {
  const { action } = pageForm;
  const own = new URL(form.publicUrl);
  if (!action || isSameServer(action, own)) return [];
  const name = decisiveName(pageForm, 'action');
  const fix = { code: `${name}="${endpointOf(form)}"` };
  if (action.protocol === 'http:' && own.protocol === 'https:' && action.host === own.host)
    return [
      fault('action_not_https', 'The form is sent by http, which anybody on the way can read', 'Use https.', fix),
    ];
  return [
    fault(
      'other_address',
      `The form is sent to ${shown(action.origin)}, but the address of this installation is ${own.origin}`,
      `Change the ${name} of the ${ownerOf(name)}.`,
      fix,
    ),
  ];
}

/** Whether a script may find the endpoint here. The action of a form is for the browser. */
function mentions(element: Element, endpointId: string): boolean {
  if (element.attrs.some(({ name, value }) => name !== 'action' && value.includes(endpointId))) return true;
  return (
    isTag(element, 'script') && element.childNodes.some((node) => 'value' in node && node.value.includes(endpointId))
  );
}

/** Why no form of the page sends to the endpoint. */
function reasonOf(elements: readonly Element[], all: readonly PageForm[], form: CheckedForm): CheckFinding {
  const code = { code: `<form action="${endpointOf(form)}" method="post">` };
  const own = new URL(form.publicUrl);
  const other = all.find(({ action }) => action && isSameServer(action, own) && idIn(action));
  if (other)
    return fault(
      'other_endpoint',
      `The form of the page is sent to another endpoint: ${shown(other.action?.href ?? '')}`,
      'Change the action of the form, or check the other form.',
      code,
    );
  const count = new Set(all.map((one) => one.form)).size;
  if (count > 0)
    return fault(
      'form_elsewhere',
      count === 1
        ? `The page has a form, but it is sent ${whereTo(all[0]?.action)}`
        : `The page has ${count} forms, but none is sent to Inlet`,
      'Set the action of the form to its endpoint.',
      code,
    );
  const hasScripts = elements.some((element) => isTag(element, 'script'));
  return fault(
    'no_form',
    hasScripts
      ? 'The page has no form. If a script of another file makes it, the check-up cannot see it'
      : 'The page has no form',
    'Check the address of the page, or add the form to it.',
    code,
  );
}

function whereTo(action: URL | null | undefined): string {
  return action ? `to ${shown(action.href)}` : 'nowhere: it has no action';
}
