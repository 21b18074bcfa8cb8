import type { Form } from '@inlet/contracts/forms';
import { exampleOrigin } from '@inlet/contracts/origins';
import { escapeHtml } from '@inlet/contracts/text';

export interface Endpoint extends Pick<Form, 'endpointUrl' | 'allowedOrigins'> {
  /** The file types that the code requests, empty for all; undefined for code without files. */
  readonly files?: readonly string[] | undefined;
}

/** A form of three fields for a page that the endpoint allows; it needs no script. */
export function htmlSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  const encoding = files ? ' enctype="multipart/form-data"' : '';
  return `${where(allowedOrigins, '<!-- ', ' -->')}<form action="${escapeHtml(endpointUrl)}" method="POST"${encoding}>
  <label>Name <input name="name" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Message <textarea name="message"></textarea></label>${fileInput(files, 2)}
  <!-- People do not see this field. A robot that fills it in is kept apart as spam. -->
  <input name="_gotcha" style="display: none" tabindex="-1" autocomplete="off">
  <button>Send</button>
</form>`;
}

/** The same fields from a script. */
export function fetchSnippet(endpoint: Endpoint): string {
  return endpoint.files ? fetchFiles(endpoint) : fetchJson(endpoint);
}

function fetchFiles({ endpointUrl, allowedOrigins }: Endpoint): string {
  return `${where(allowedOrigins, '// ')}const body = new FormData();
body.append('name', 'Ada Lovelace');
body.append('email', 'ada@example.com');
body.append('message', 'Hello!');
for (const file of document.querySelector('input[type=file]').files) body.append('files', file);

const response = await fetch(${quoteScript(endpointUrl)}, {
  method: 'POST',
  headers: { Accept: 'application/json' },
  body,
});

const result = await response.json();
if (!result.success) throw new Error(result.error);`;
}

function fetchJson({ endpointUrl, allowedOrigins }: Endpoint): string {
  return `${where(allowedOrigins, '// ')}const response = await fetch(${quoteScript(endpointUrl)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  body: JSON.stringify({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    message: 'Hello!',
  }),
});

const result = await response.json();
if (!result.success) throw new Error(result.error);`;
}

/** A command that the form accepts as it is: its `Origin` header is a website on the form's list. */
export function curlSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  const [entry] = allowedOrigins;
  const parts = ['name=Ada Lovelace', 'email=ada@example.com', 'message=Hello!', 'files=@report.pdf'];
  const json = '{"name": "Ada Lovelace", "email": "ada@example.com", "message": "Hello!"}';
  return [
    `curl ${quoteShell(endpointUrl)}`,
    ...(files ? [] : [`-H ${quoteShell('Content-Type: application/json')}`]),
    ...(entry === undefined ? [] : [`-H ${quoteShell(`Origin: ${exampleOrigin(entry)}`)}`]),
    ...(files ? parts.map((part) => `-F ${quoteShell(part)}`) : [`-d ${quoteShell(json)}`]),
  ].join(' \\\n  ');
}

/** A line with an input for files, at the end of the line before it; nothing for code without files. */
export function fileInput(files: readonly string[] | undefined, indent: number, end = ''): string {
  if (!files) return '';
  const accept = files.length > 0 ? ` accept="${escapeHtml(files.join(','))}"` : '';
  return `\n${' '.repeat(indent)}<label>Files <input name="files" type="file" multiple${accept}${end}></label>`;
}

/** A comment that names the allowed website, if the form has a list. */
export function where([entry]: readonly string[], start: string, end = ''): string {
  return entry === undefined ? '' : `${start}For a page of ${exampleOrigin(entry)}${end}\n`;
}

export function quoteScript(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** For a POSIX shell: inside single quotes every character except the quote is literal. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
