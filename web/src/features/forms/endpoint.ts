import type { Form } from '@inlet/contracts/forms';

/** The part of a form's address that tells it from others, for places with little room. */
export function endpointPath(endpointUrl: string): string {
  return URL.canParse(endpointUrl) ? new URL(endpointUrl).pathname : endpointUrl;
}

/** A command that the form accepts as it is: it claims to come from an origin on the form's list. */
export function curlCommand({ endpointUrl, allowedOrigins }: Pick<Form, 'endpointUrl' | 'allowedOrigins'>): string {
  const [entry] = allowedOrigins;
  return [
    `curl ${quote(endpointUrl)}`,
    `-H ${quote('Content-Type: application/json')}`,
    ...(entry === undefined ? [] : [`-H ${quote(`Origin: ${exampleOrigin(entry)}`)}`]),
    `-d ${quote('{"email": "ada@example.com", "message": "Hello"}')}`,
  ].join(' \\\n  ');
}

/** An origin that the entry admits. */
function exampleOrigin(entry: string): string {
  if (entry.startsWith('localhost:')) return `http://${entry}`;
  return entry.replace('https://*.', 'https://www.');
}

/** For a POSIX shell: inside single quotes everything stands for itself, the quote apart. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
