import { attributeOf, type Element, isTag } from '@inlet/rules/read-html';

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

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** On one machine, the names of loopback lead to the same server. */
export function isSameServer(action: URL, own: URL): boolean {
  if (action.origin === own.origin) return true;
  const areLocal = loopback.test(action.hostname) && loopback.test(own.hostname);
  return areLocal && action.protocol === own.protocol && action.port === own.port;
}
