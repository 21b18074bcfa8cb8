import { build } from 'vite';

/** The script of the script tag, or a module of the package, bundled from its source. */
export async function clientScript(part: 'script' | 'client' | 'progress' = 'script'): Promise<string> {
  const entry = new URL(`../../../libs/client/src/${part}.ts`, import.meta.url).pathname;
  const lib = part === 'script' ? { formats: ['iife' as const], name: 'inletScript' } : { formats: ['es' as const] };
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, ...lib } },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  const code = bundle?.output[0].code;
  if (code === undefined) throw new Error('The bundle has no script');
  return code;
}
