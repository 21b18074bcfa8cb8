import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubeObject, readData, titleOf } from '#manifests/kube-object.ts';
import { rendered } from '#manifests/planted-faults.test-setup.ts';
import { environmentPolicy } from '#manifests/policies/environment.ts';
import { referencesIn } from '#manifests/policies/references.ts';
import { readPrograms } from '#manifests/program-settings.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { canRender } from '#manifests/render.ts';

const kinds: Readonly<Record<string, string>> = {
  cronjob: 'CronJob',
  deploy: 'Deployment',
  deployment: 'Deployment',
  job: 'Job',
  statefulset: 'StatefulSet',
  svc: 'Service',
};
/** A placeholder for a name. */
const placeholder = /^[A-Z]+$/;

/** Our objects that commands in the documentation name. */
function namedObjects() {
  return globSync('docs/**/*.md', { cwd: projectRoot }).flatMap((file) =>
    [...readProjectFile(file).matchAll(/kubectl -n inlet [^`\n]*/g)].flatMap(([command]) =>
      [...command.matchAll(/[ =]([a-z]+)\/([\w.-]+)/g)].flatMap(([, kind = '', name = '']) =>
        kind in kinds && !placeholder.test(name) ? [{ file, title: `${kinds[kind]}/${name}` }] : [],
      ),
    ),
  );
}

it.skipIf(!canRender)('has every object that a documented command names, or makes it', () => {
  const there = new Set([...rendered.values()].flat().map(titleOf));
  const named = namedObjects();
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ title }) => !there.has(title) && !title.endsWith('-now'))).toEqual([]);
});

/** The secrets that the documented commands would create; this needs no cluster. */
function documentedSecrets(): KubeObject[] {
  const [, commands = ''] = /### By hand\n+```sh\n(.*?)```/s.exec(readProjectFile('docs/kubernetes.md')) ?? [];
  const printing = commands
    .replace('kubectl create namespace inlet\n', '')
    .replace('create secret generic "$@";', 'create secret generic "$@" --dry-run=client -o yaml; echo ---;');
  expect(printing).not.toBe(commands);
  const output = execFileSync('sh', ['-euc', printing], { encoding: 'utf8' });
  return parseAllDocuments(output).flatMap((document) => document.toJS() ?? []);
}

it.skipIf(!canRender)('creates by documented commands every secret that pods cannot do without', async () => {
  const secrets = documentedSecrets();
  const policy = environmentPolicy(await readPrograms());
  const made = readData(secrets);
  for (const [folder, objects] of rendered) {
    const there = new Set([...made.keys(), ...readData(objects).keys(), 'inlet-postgres/POSTGRES_PASSWORD']);
    const needed = objects.flatMap((object) => referencesIn(object, 'required'));
    expect(needed.length, folder).toBeGreaterThan(10);
    expect(
      needed.filter((key) => !there.has(key)),
      folder,
    ).toEqual([]);
    const ofOthers = objects.filter(({ kind }) => kind !== 'Secret');
    expect([...policy([...ofOthers, ...secrets])], folder).toEqual([]);
  }
});
