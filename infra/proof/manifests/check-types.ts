import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';

const core = 'kubernetes-models';
/** The API versions that the manifests may use, each with the package of its types. */
const packages: Readonly<Record<string, string>> = {
  v1: core,
  'apps/v1': core,
  'batch/v1': core,
  'autoscaling/v2': core,
  'policy/v1': core,
  'networking.k8s.io/v1': core,
  'scheduling.k8s.io/v1': core,
  'gateway.networking.k8s.io/v1': '@kubernetes-models/gateway-api',
  'keda.sh/v1alpha1': '@kubernetes-models/keda',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator',
};

/** The fields that we use of a kind that no package has types for. */
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

/**
 * Checks each object against the TypeScript type of its kind. The compiler refuses an unknown field, which a
 * cluster would drop in silence. Returns the compiler's output, or an empty text without errors.
 */
export async function checkTypes(objects: readonly KubeObject[]): Promise<string> {
  // One statement for each object, so that each is judged by itself and named by the compiler's line.
  const statements = objects.map(
    (object) => `/* ${titleOf(object)} */ accept<${typeOf(object)}>(${JSON.stringify(object)});`,
  );
  const source = ['declare function accept<T>(object: T): void;', externalSecret, ...statements, ''].join('\n');
  const file = join(await createDisposableFolder(), 'objects.ts');
  await writeFile(file, source);
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const { code, output } = await runNode([tsc, '--ignoreConfig', ...options, file], { isQuiet: true });
  return code === 0 ? '' : output.trim();
}

function typeOf({ apiVersion, kind }: KubeObject): string {
  if (apiVersion === 'external-secrets.io/v1') return `I${kind}`;
  const folder = join(projectRoot, 'node_modules', packages[apiVersion] ?? 'unknown', apiVersion);
  return `import('${folder}/${kind}.js').I${kind}`;
}
