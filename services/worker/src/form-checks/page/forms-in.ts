import { controlsByForm } from '@inlet/rules/controls';
import { around, attributeOf, type Element, isTag } from '@inlet/rules/read-html';
import { addressOf } from '#form-checks/page/addresses.ts';

/** A form of a page with its controls, and one way to send it. */
export interface PageForm {
  readonly form: Element;
  readonly controls: readonly Element[];
  readonly action: URL | null;
  readonly method: string;
  readonly encoding: string;
  /** The button that sends the form in a way of its own. */
  readonly button: Element | undefined;
}

type Attribute = 'action' | 'method' | 'enctype';

/** The ways to send one form that are looked at. */
const waysMax = 10;

/** Each form of a page, in each way in which its buttons send it. */
export function formsIn(elements: readonly Element[], base: string): PageForm[] {
  const controls = controlsByForm(elements);
  const buttons = buttonsByForm(elements);
  return elements
    .filter((element) => isTag(element, 'form'))
    .flatMap((form) => {
      const ways = new Set(
        (buttons.get(form) ?? [undefined]).map((button) => (button && isOwnWay(button) ? button : undefined)),
      );
      return [...ways].slice(0, waysMax).map((button) => sentBy(form, button, controls.get(form) ?? [], base));
    });
}

/** The name of the attribute that decides how the form is sent: that of its button comes before its own. */
export function decisiveName({ button }: Pick<PageForm, 'button'>, name: Attribute): string {
  return button && attributeOf(button, `form${name}`) !== undefined ? `form${name}` : name;
}

/** The element that has an attribute which decides how a form is sent. */
export function ownerOf(name: string): 'button' | 'form' {
  return name.startsWith('form') ? 'button' : 'form';
}

function sentBy(form: Element, button: Element | undefined, controls: readonly Element[], base: string): PageForm {
  const given = (name: Attribute) => (button && attributeOf(button, `form${name}`)) ?? attributeOf(form, name);
  return {
    ...{ form, button, controls },
    action: addressOf(given('action'), base),
    method: given('method')?.trim().toLowerCase() || 'get',
    encoding: (given('enctype') ?? '').trim().toLowerCase(),
  };
}

function isOwnWay(button: Element): boolean {
  return button.attrs.some(({ name }) => /^form(?:action|method|enctype)$/.test(name));
}

/** The buttons that send a form, also those that a script enables. A button that closes a dialog sends nothing. */
function buttonsByForm(elements: readonly Element[]): Map<Element | undefined, Element[]> {
  const byId = new Map(elements.filter((one) => isTag(one, 'form')).map((form) => [attributeOf(form, 'id'), form]));
  return Map.groupBy(elements.filter(isSending), (button) => {
    const id = attributeOf(button, 'form');
    return id === undefined ? around(button, 'form') : byId.get(id);
  });
}

function isSending(element: Element): boolean {
  const textOf = (name: string) => (attributeOf(element, name) ?? '').trim().toLowerCase();
  if (textOf('formmethod') === 'dialog') return false;
  const type = textOf('type');
  if (isTag(element, 'button')) return type !== 'button' && type !== 'reset';
  return isTag(element, 'input') && (type === 'submit' || type === 'image');
}
