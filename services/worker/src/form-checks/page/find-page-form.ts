import type { CheckFinding } from '@inlet/contracts/form-check';
import { controlsByForm } from '@inlet/rules/controls';
import { attributeOf, type Element, isTag } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { fault, note, shown } from '#form-checks/findings.ts';

/** The form of a page that sends to the endpoint, with the controls that belong to it. */
export interface PageForm {
  readonly form: Element;
  readonly controls: readonly Element[];
  /** Null if it is sent by a script alone. */
  readonly action: URL | null;
}

export interface Found {
  readonly findings: readonly CheckFinding[];
  readonly pageForm: PageForm | null;
  /** True if a script of the page sends to the endpoint. */
  readonly isByScript: boolean;
}

const endpointPath = /^\/(?:api\/forms|f)\/([^/]+)(?:\/page)?\/?$/;

/** Finds the form that sends to the endpoint, or the reason why there is none. */
export function findPageForm(elements: readonly Element[], pageUrl: string, form: CheckedForm): Found {
  const base = baseOf(elements, pageUrl);
  const groups = controlsByForm(elements);
  const all = elements
    .filter((element) => isTag(element, 'form'))
    .map((element) => ({
      form: element,
      controls: groups.get(element) ?? [],
      action: addressOf(attributeOf(element, 'action'), base),
    }));
  const ours = all.filter(({ action }) => idIn(action) === form.endpointId);
  const [best] = ours.toSorted((a, b) => rank(b, form) - rank(a, form));
  if (best) return { findings: addressFault(best.action, form), pageForm: best, isByScript: false };
  const scripted = all.find(({ form: element }) => namesEndpoint(attributeOf(element, 'data-inlet'), form));
  if (scripted) return { findings: [byScript], pageForm: { ...scripted, action: null }, isByScript: true };
  if (elements.some((element) => mentions(element, form.endpointId)))
    return { findings: [byScript], pageForm: null, isByScript: true };
  return { findings: [reasonOf(elements, all, form)], pageForm: null, isByScript: false };
}

const byScript = note(
  'by_script',
  'A script of the page sends the form, so a browser without scripts cannot send it, and its fields were not compared',
  'Give the form an action and the method post as well, where the page allows it.',
);

/** The right address comes before a wrong one, and a large form before a small one. */
function rank({ action, controls }: PageForm, form: CheckedForm): number {
  return (addressFault(action, form).length === 0 ? 1_000_000 : 0) + controls.length;
}

/** The address that relative ones of the page begin at. */
export function baseOf(elements: readonly Element[], pageUrl: string): string {
  const href = elements.find((element) => isTag(element, 'base') && attributeOf(element, 'href') !== undefined);
  const given = href && attributeOf(href, 'href');
  return given !== undefined && URL.canParse(given, pageUrl) ? new URL(given, pageUrl).href : pageUrl;
}

/** The address that an attribute of the page gives, as a browser resolves it. */
export function addressOf(given: string | undefined, base: string): URL | null {
  const address = given?.trim();
  return address && URL.canParse(address, base) ? new URL(address, base) : null;
}

function idIn(action: URL | null): string | undefined {
  return action ? endpointPath.exec(action.pathname)?.[1] : undefined;
}

function endpointOf({ publicUrl, endpointId }: CheckedForm): string {
  return `${publicUrl}/f/${endpointId}`;
}

function addressFault(action: URL | null, form: CheckedForm): CheckFinding[] {
  const own = new URL(form.publicUrl);
  if (!action || isSameServer(action, own)) return [];
  const fix = { code: `action="${endpointOf(form)}"` };
  if (action.protocol === 'http:' && own.protocol === 'https:' && action.host === own.host)
    return [
      fault('action_not_https', 'The form is sent by http, which anybody on the way can read', 'Use https.', fix),
    ];
  return [
    fault(
      'other_address',
      `The form is sent to ${shown(action.origin)}, but the address of this installation is ${own.origin}`,
      'Change the action of the form.',
      fix,
    ),
  ];
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** On one machine, the names of loopback lead to the same server. */
export function isSameServer(action: URL, own: URL): boolean {
  if (action.origin === own.origin) return true;
  const areLocal = loopback.test(action.hostname) && loopback.test(own.hostname);
  return areLocal && action.protocol === own.protocol && action.port === own.port;
}

function namesEndpoint(value: string | undefined, { endpointId }: CheckedForm): boolean {
  return value === endpointId || (value?.endsWith(`/${endpointId}`) ?? false);
}

function mentions(element: Element, endpointId: string): boolean {
  if (element.attrs.some(({ value }) => value.includes(endpointId))) return true;
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
  if (all.length > 0)
    return fault(
      'form_elsewhere',
      all.length === 1
        ? `The page has a form, but it is sent ${whereTo(all[0]?.action)}`
        : `The page has ${all.length} forms, but none is sent to Inlet`,
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
