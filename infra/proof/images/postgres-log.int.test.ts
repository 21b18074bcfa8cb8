import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseComposeFile } from '#images/compose-file.ts';
import type { KubeObject } from '#manifests/kube-object.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function argsInCompose(): readonly string[] {
  return parseComposeFile(read('docker-compose.yml')).services.postgres?.command ?? [];
}

function argsInCluster(): readonly string[] {
  const documents = parseAllDocuments(read('k8s/components/in-cluster-data/postgres.yaml'));
  const objects = documents.map((document) => document.toJS() as KubeObject);
  const set = objects.find(({ kind }) => kind === 'StatefulSet') as
    | { spec: { template: { spec: { containers: { args: string[] }[] } } } }
    | undefined;
  return set?.spec.template.spec.containers[0]?.args ?? [];
}

it.each([
  ['compose', argsInCompose],
  ['Kubernetes', argsInCluster],
])('PostgreSQL in %s writes no row and no value of a statement into its log', (_where, argsOf) => {
  const args = argsOf();
  const settings = args.filter((_word, index) => args[index - 1] === '-c');
  expect(settings).toEqual(
    expect.arrayContaining([
      'log_error_verbosity=terse',
      'log_parameter_max_length=0',
      'log_parameter_max_length_on_error=0',
    ]),
  );
});
