import type { IncomingHttpHeaders } from 'node:http';

/** Tells a browser that sends a form by itself from a script that sends it: the one wants a page, the other JSON. */
export function wantsHtml(headers: IncomingHttpHeaders): boolean {
  const accept = headers.accept ?? '';
  if (!accept.includes('text/html') || accept.includes('application/json')) return false;
  return headers['x-requested-with'] === undefined && !headers['content-type']?.startsWith('application/json');
}
