import { resolve } from 'node:path';
import { build } from 'vite';
import { buildNpmPackages } from './npm-packages.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Where each React is installed. */
const reacts = { 18: 'libs/react/node_modules', 19: 'node_modules' };
type ReactVersion = keyof typeof reacts;

interface CodePage {
  readonly html: string;
  readonly script: string;
}

/** A page with a React component, built as a website would build it. */
export async function reactPage(component: string, react?: ReactVersion): Promise<CodePage> {
  const name = /export function (\w+)/.exec(component)?.[1];
  const entry = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ${name} } from 'virtual:component.tsx';
createRoot(document.getElementById('root')).render(createElement(${name}));`;
  const script = await bundle({ 'virtual:entry.js': entry, 'virtual:component.tsx': component }, react);
  return { html: '<div id="root"></div><script type="module" src="sample.js"></script>', script };
}

/** A script that imports packages, built as a website would build it. */
export function bundleScript(code: string): Promise<string> {
  return bundle({ 'virtual:entry.js': code });
}

async function bundle(files: Readonly<Record<string, string>>, react: ReactVersion = 19): Promise<string> {
  await buildNpmPackages();
  const result = await build({
    configFile: false,
    root: resolve(root, 'web'),
    logLevel: 'error',
    resolve: { alias: [{ find: /^(react|react-dom)(?=$|\/)/, replacement: `${resolve(root, reacts[react])}/$1` }] },
    plugins: [{ name: 'sample', resolveId: (id) => (id in files ? id : null), load: (id) => files[id] ?? null }],
    build: { write: false, minify: false, rolldownOptions: { input: 'virtual:entry.js' } },
  });
  const outputs = Array.isArray(result)
    ? result.flatMap(({ output }) => output)
    : 'output' in result
      ? result.output
      : [];
  return outputs.find((output) => output.type === 'chunk')?.code ?? '';
}

/** The form of a Vue component with its script; Vue's own work is written by hand. */
export function vuePage(component: string): { html: string; script: string } {
  const { script, rest } = takeApart(component, /<script setup>([\s\S]*?)<\/script>/);
  const html = /<template>([\s\S]*)<\/template>/.exec(rest)?.[1] ?? '';
  return {
    html: `${html.replace('@submit.prevent="send"', '')}${loadScript}`,
    script: `const ref = (value) => ({ value });
${script.replace("import { ref } from 'vue';", '')}
document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); send(event); });
${showStatus('status.value')}`,
  };
}

/** The same for Svelte, whose runes are keywords of its compiler. */
export function sveltePage(component: string): { html: string; script: string } {
  const { script, rest } = takeApart(component, /<script>([\s\S]*?)<\/script>/);
  return {
    html: `${rest.replace('onsubmit={send}', '')}${loadScript}`,
    script: `const $state = (value) => value;
${script}
document.querySelector('form').addEventListener('submit', send);
${showStatus('status')}`,
  };
}

const loadScript = '<script type="module" src="sample.js"></script>';

function takeApart(component: string, pattern: RegExp): { script: string; rest: string } {
  return { script: pattern.exec(component)?.[1] ?? '', rest: component.replace(pattern, '') };
}

function showStatus(expression: string): string {
  return `setInterval(() => { document.querySelector('[role=status]').textContent = ${expression}; }, 20);`;
}
