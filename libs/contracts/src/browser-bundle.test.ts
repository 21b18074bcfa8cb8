import { globSync } from 'node:fs';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

/** Globals of Node that browsers do not have. */
const nodeGlobals = /\b(?:Buffer|process|require|setImmediate|__dirname|__filename)\b(?=[.([])/;

const modules = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));

async function bundle(entry: string): Promise<Rolldown.OutputChunk> {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: (id) => id === 'zod' || id.startsWith('node:'), treeshake: false },
    },
  });
  const [chunk] = (Array.isArray(outputs) ? outputs : [outputs]).flatMap((built) =>
    'output' in built ? built.output : [],
  );
  if (chunk?.type !== 'chunk') throw new Error(`${entry} became no chunk`);
  return chunk;
}

it.each(modules)('%s runs in a browser: it imports zod alone and uses nothing of Node', async (file) => {
  const { code, imports } = await bundle(file);
  expect(imports.filter((name) => name !== 'zod')).toEqual([]);
  expect(code).not.toMatch(nodeGlobals);
});
