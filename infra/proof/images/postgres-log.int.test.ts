import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseComposeFile } from '#images/compose-file.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { workloadsOf } from '#manifests/workloads.ts';

function argsInCompose() {
  return parseComposeFile(readProjectFile('docker-compose.yml')).services.postgres?.command;
}

function argsInCluster() {
  const documents = parseAllDocuments(readProjectFile('k8s/components/in-cluster-data/postgres.yaml'));
  const [postgres] = workloadsOf(documents.map((document) => document.toJS()));
  return postgres?.containers[0]?.args;
}

it.each([
  ['compose', argsInCompose],
  ['Kubernetes', argsInCluster],
])('PostgreSQL in %s writes no row and no value of a statement into its log', (_where, argsOf) => {
  const settings = argsOf()?.filter((_word, index, args) => args[index - 1] === '-c');
  expect(settings).toEqual(
    expect.arrayContaining([
      'log_error_verbosity=terse',
      'log_parameter_max_length=0',
      'log_parameter_max_length_on_error=0',
    ]),
  );
});
