export interface Shown {
  readonly state: string;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Replaces the content of each part with this name by one state, or by several states in a row. */
export function showState(page: ParentNode, name: string, ...shown: readonly Shown[]): void {
  for (const part of page.querySelectorAll(`[data-live="${name}"]`)) {
    const states = shown.map((one) => makeState(part, one));
    for (const child of part.querySelectorAll(':scope > :not(template)')) child.remove();
    part.append(...states);
  }
}

function makeState(part: Element, { state, texts = {} }: Shown): DocumentFragment {
  const template = part.querySelector<HTMLTemplateElement>(`:scope > template[data-state="${state}"]`);
  if (!template) throw new Error(`A live part has no state ${state}`);
  const content = document.importNode(template.content, true);
  for (const [name, text] of Object.entries(texts)) {
    for (const element of content.querySelectorAll(`[data-text="${name}"]`)) element.textContent = text;
  }
  return content;
}
