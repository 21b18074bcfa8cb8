import { importOriginMax } from '@inlet/contracts/import-limits';

const host = /^[\w-]+(?:\.[\w-]+)+(?::\d{1,5})?$/;

/** The origin of a page's address, or of a bare host; null for anything else. */
export function originOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000) return null;
  const text = value.trim();
  const url = URL.parse(host.test(text) ? `https://${text}` : text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.origin.length <= importOriginMax ? url.origin : null;
}
