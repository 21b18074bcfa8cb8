import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import type { KubeObject } from '#manifests/kube-object.ts';

/**
 * Checks each object against the TypeScript type of its kind. The compiler refuses an unknown field, which a
 * cluster would drop in silence. Returns the compiler's output, or an empty text without errors.
 */
export async function checkTypes(objects: readonly KubeObject[]): Promise<string> {
  const parent = join(projectRoot, 'node_modules/.cache/inlet');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'manifests-'));
  try {
    await writeFile(join(folder, 'objects.ts'), asSource(objects));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const { code, output } = await runNode([tsc, '-p', folder], { isQuiet: true });
    return code === 0 ? '' : output.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const settings = {
  extends: join(projectRoot, 'tsconfig.base.json'),
  compilerOptions: { types: [] },
  files: ['objects.ts'],
};

/** One statement for each object, so that each is judged by itself and named by the compiler's line. */
function asSource(objects: readonly KubeObject[]): string {
  const types = join(projectRoot, 'infra/proof/manifests/manifest-types.ts');
  const statements = objects.map((object) => {
    const { apiVersion, kind, metadata } = object;
    const type = `ManifestTypes[${JSON.stringify(`${apiVersion} ${kind}`)}]`;
    return `/* ${kind}/${metadata.name} */ accept<${type}>(${JSON.stringify(object)});`;
  });
  return [
    `import type { ManifestTypes } from ${JSON.stringify(types)};`,
    'declare function accept<T>(object: T): void;',
    ...statements,
    '',
  ].join('\n');
}
