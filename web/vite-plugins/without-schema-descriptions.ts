import type { Plugin } from 'vite';

const described = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;
const renamed = /^export \{ (\w+) as (\w+) \};$/gm;

/**
 * Every schema of zod's can describe itself as JSON Schema. In a browser nobody asks for it, and the code for it would
 * be a quarter of what zod adds to a first visit.
 */
export function withoutSchemaDescriptions(): Plugin {
  return {
    name: 'without-schema-descriptions',
    apply: 'build',
    transform: {
      filter: { id: described },
      handler: (source) => ({ code: leaveOut(source), map: null, moduleType: 'js' }),
    },
  };
}

/** The same names, and behind each nothing but an error. */
function leaveOut(source: string): string {
  const names = [...source.matchAll(exported)].map(([, name = '']) => name);
  names.push(...[...source.matchAll(renamed)].map(([, , name = '']) => name));
  if (names.length === 0) throw new Error('zod has moved what describes schemas; see without-schema-descriptions.ts');
  const makers = names.filter((name) => name.startsWith('create'));
  const others = names.filter((name) => !makers.includes(name));
  return [
    `const absent = () => { throw new Error('Schemas cannot describe themselves in the browser'); };`,
    'const makeAbsent = () => absent;',
    `export { ${[...others.map((name) => `absent as ${name}`), ...makers.map((name) => `makeAbsent as ${name}`)].join(', ')} };`,
  ].join('\n');
}
