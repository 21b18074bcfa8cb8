import { importOriginMax } from '@inlet/contracts/import-limits';

const bareHost = /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:\/|$)/;

/** The origin of a page's address, with or without `https://`; null for anything else. */
export function originOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000) return null;
  const text = value.trim();
  const address = bareHost.test(text) ? `https://${text}` : text;
  // Node 20 and older browsers have no `URL.parse`.
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && origin.length <= importOriginMax ? origin : null;
}
