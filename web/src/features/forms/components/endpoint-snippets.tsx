import type { Form } from '@inlet/contracts/forms';
import { useState } from 'react';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { cliSnippet, reactSnippet, scriptSnippet } from '#features/forms/client-snippets.ts';
import { astroSnippet, nextSnippet, svelteSnippet, vueSnippet } from '#features/forms/framework-snippets.ts';
import { curlSnippet, fetchSnippet, htmlSnippet } from '#features/forms/snippets.ts';

const kinds = [
  { name: 'Script tag', write: scriptSnippet },
  { name: 'React', write: reactSnippet },
  { name: 'HTML', write: htmlSnippet },
  { name: 'Next.js', write: nextSnippet },
  { name: 'Astro', write: astroSnippet },
  { name: 'Vue', write: vueSnippet },
  { name: 'Svelte', write: svelteSnippet },
  { name: 'fetch', write: fetchSnippet },
  { name: 'curl', write: curlSnippet },
  { name: 'CLI', write: cliSnippet },
] as const;

/** Code that works as copied: this form's address, and a website that it allows, are filled in. */
export function EndpointSnippets({ form }: { form: Form }) {
  const [hasFiles, setHasFiles] = useState(false);
  const endpoint = { ...form, files: hasFiles ? form.fileTypes : undefined };
  const tabs = kinds.map(({ name, write }) => ({
    value: name.replace(' ', '-'),
    label: name,
    content: <CodeBlock label={`${name} code`} code={write(endpoint)} copyLabel={`Copy the ${name} code`} />,
  }));
  return (
    <div className="grid grid-cols-1 gap-4">
      {form.takesFiles && (
        <Switch
          label={hasFiles ? 'Code with files' : 'Code without files'}
          hint="Visitors can attach files, within your plan’s storage."
          isOn={hasFiles}
          onChange={setHasFiles}
        />
      )}
      <Tabs label="Ready-made code" tabs={tabs} />
    </div>
  );
}
