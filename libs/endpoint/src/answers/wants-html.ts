import type { IncomingHttpHeaders } from 'node:http';

/** True if a browser posted the form itself, and gets a page; a script gets JSON. */
export function wantsHtml(headers: IncomingHttpHeaders): boolean {
  const accept = headers.accept ?? '';
  if (!accept.includes('text/html') || accept.includes('application/json')) return false;
  return headers['x-requested-with'] === undefined && !headers['content-type']?.startsWith('application/json');
}
