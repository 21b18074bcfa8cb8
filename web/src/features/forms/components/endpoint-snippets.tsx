import { CodeBlock } from '#components/ui/code-block.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { astroSnippet, nextSnippet, svelteSnippet, vueSnippet } from '#features/forms/framework-snippets.ts';
import { curlSnippet, type Endpoint, fetchSnippet, htmlSnippet, reactSnippet } from '#features/forms/snippets.ts';

const kinds = [
  { name: 'HTML', write: htmlSnippet },
  { name: 'React', write: reactSnippet },
  { name: 'Next.js', write: nextSnippet },
  { name: 'Astro', write: astroSnippet },
  { name: 'Vue', write: vueSnippet },
  { name: 'Svelte', write: svelteSnippet },
  { name: 'fetch', write: fetchSnippet },
  { name: 'curl', write: curlSnippet },
] as const;

/** Code that works as it is copied: this form's address, and a website that it allows, are filled in. */
export function EndpointSnippets({ endpoint }: { endpoint: Endpoint }) {
  const tabs = kinds.map(({ name, write }) => ({
    value: name,
    label: name,
    content: <CodeBlock label={`${name} code`} code={write(endpoint)} copyLabel={`Copy the ${name} code`} />,
  }));
  return <Tabs label="Ready-made code" tabs={tabs} />;
}
