import versions from '@inlet/client/versions.json';
import { exampleOrigin } from '@inlet/contracts/origins';
import { type Endpoint, fileInput, htmlSnippet, quoteScript, quoteShell, where } from '#features/forms/snippets.ts';

/** The newest version of the script, and the hash of its bytes. */
const [version = '', integrity = ''] = Object.entries<string>(versions).at(-1) ?? [];

/** The form of HTML, which our script sends without leaving the page. A browser without the script sends it as before. */
export function scriptSnippet(endpoint: Endpoint): string {
  const form = htmlSnippet(endpoint)
    .replace('<form ', '<form data-inlet ')
    .replace('\n</form>', '\n  <p role="status" data-inlet-status></p>\n</form>');
  const { origin } = new URL(endpoint.endpointUrl);
  return `${form}
<script src="${origin}/inlet-${version}.js"
  integrity="${integrity}"
  crossorigin="anonymous" defer></script>`;
}

/** A component with our hook, after `npm install @inlet/react`. */
export function reactSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  return `// npm install @inlet/react
${where(allowedOrigins, '// ')}import { useInlet } from '@inlet/react';

export function ContactForm() {
  const { state, message, fieldError, onSubmit } = useInlet(${quoteScript(endpointUrl)});

  return (
    <form onSubmit={onSubmit}>
      <label>Name <input name="name" required /></label>
      <label>Email <input name="email" type="email" required /></label>
      <p>{fieldError('email')}</p>
      <label>Message <textarea name="message" /></label>${fileInput(files, 6, ' /')}
      <button disabled={state === 'sending'}>Send</button>
      <p role="status">{message}</p>
    </form>
  );
}`;
}

/** Commands for the form, for a terminal. */
export function cliSnippet({ endpointUrl, allowedOrigins: [entry] }: Endpoint): string {
  const form = quoteShell(endpointUrl);
  const page = entry === undefined ? [] : [quoteShell(`${exampleOrigin(entry)}/contact`)];
  return [
    `# Sign this machine in${page.length > 0 ? '. A check-up takes a key that may read and write' : ''}`,
    `npx @inlet/cli login --url ${quoteShell(new URL(endpointUrl).origin)}`,
    '# Send each new submission to port 3000 of your machine, signed as a webhook is',
    `npx @inlet/cli listen ${form} --forward-to 3000`,
    '# Print the fields as a TypeScript interface',
    `npx @inlet/cli types ${form}`,
    ...page.flatMap((address) => [
      '# Find out whether a page loses submissions',
      `npx @inlet/cli check ${address} ${form}`,
    ]),
  ].join('\n');
}
