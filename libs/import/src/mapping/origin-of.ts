import { importOriginMax } from '@inlet/contracts/import-limits';

const bareHost = /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:\/|$)/;

/** The origin of a page's address, with or without `https://`; null for anything else. */
export function originOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000) return null;
  const text = value.trim();
  const url = URL.parse(bareHost.test(text) ? `https://${text}` : text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.origin.length <= importOriginMax ? url.origin : null;
}
