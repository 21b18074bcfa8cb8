import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';

const core = 'kubernetes-models';
/** The versions that the manifests may name, each with the package of its types. */
const packages: Readonly<Record<string, string>> = {
  v1: core,
  'apps/v1': core,
  'batch/v1': core,
  'autoscaling/v2': core,
  'policy/v1': core,
  'networking.k8s.io/v1': core,
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api',
  'keda.sh/v1alpha1': '@kubernetes-models/keda',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator',
};

/** The fields that we use of a kind whose types no package has. */
const externalSecret = `interface IExternalSecret {
  apiVersion: 'external-secrets.io/v1';
  kind: 'ExternalSecret';
  metadata: { name: string; namespace?: string };
  spec: {
    refreshInterval: string;
    secretStoreRef: { kind: 'ClusterSecretStore' | 'SecretStore'; name: string };
    target: { name: string };
    dataFrom: { extract: { key: string } }[];
  };
}`;

const settings = {
  extends: join(projectRoot, 'tsconfig.base.json'),
  compilerOptions: { types: [] },
  files: ['objects.ts'],
};

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

/** One statement for each object, so that each is judged by itself and named by the compiler's line. */
function asSource(objects: readonly KubeObject[]): string {
  const statements = objects.map(
    (object) => `/* ${titleOf(object)} */ accept<${typeOf(object)}>(${JSON.stringify(object)});`,
  );
  return ['declare function accept<T>(object: T): void;', externalSecret, ...statements, ''].join('\n');
}

function typeOf({ apiVersion, kind }: KubeObject): string {
  if (apiVersion === 'external-secrets.io/v1') return `I${kind}`;
  return `import('${packages[apiVersion] ?? 'unknown'}/${apiVersion}/${kind}').I${kind}`;
}
