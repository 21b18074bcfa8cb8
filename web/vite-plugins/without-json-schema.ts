import type { Plugin } from 'vite';

const generators = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out zod's generators of JSON Schema, which hang on every schema and which no page calls: 5 kB compressed of
 * each first visit. The server describes the schemas.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!generators.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      if (names.length === 0) this.error(`${id} exports nothing: look for where zod makes JSON Schema now`);
      const stubs = names.map((name) => `export const ${name} = () => undefined;`);
      return { code: stubs.join('\n'), map: null, moduleSideEffects: false };
    },
  };
}
