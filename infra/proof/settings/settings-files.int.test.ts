import { expect, it } from 'vitest';
import * as z from 'zod';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';
import { writeJobName } from '#settings/job-name.ts';
import { writeEnvironments } from '#settings/kubernetes-environment.ts';
import { listSettings, readShapes } from '#settings/service-settings.ts';
import { settingsFiles } from '#settings/settings-files.ts';

const files = await settingsFiles();
const shapes = await readShapes();
const howTo = 'write it again with: node infra/proof/settings/write-settings.ts';

it.each(Object.keys(files))('generates %s from the settings', (path) => {
  expect(isInProject(path) && readProjectFile(path), howTo).toBe(files[path]);
});

it('gives a new setting to every pod of its service, and nothing else', () => {
  const worker = { ...shapes.worker, NEW_LIMIT: z.string() };
  const manifest = 'a:\n  env: # of worker\n    - name: OLD\n      value: x\n  b: 1\n  env:\n    - name: KEPT\n';
  const written = writeEnvironments(manifest, { ...shapes, worker });
  expect(written).toContain(
    '    - name: NEW_LIMIT\n      valueFrom: { configMapKeyRef: { name: inlet-settings, key: NEW_LIMIT } }\n',
  );
  expect(written).not.toContain('OLD');
  expect(written.endsWith('  b: 1\n  env:\n    - name: KEPT\n')).toBe(true);
});

it('refuses a setting without a description', () => {
  expect(() => listSettings({ ...shapes, worker: { NEW_LIMIT: z.string() } })).toThrow(
    'NEW_LIMIT has no description in its schema',
  );
});

it('names the migration Job anew for what it does, and not for the version of its image', () => {
  const manifest = readProjectFile('k8s/base/migrate.yaml');
  const nameOf = (text: string) => /^ {2}name: (\S+)$/m.exec(writeJobName(text))?.[1];
  const name = nameOf(manifest);
  expect(name).toMatch(/^migrate-[\d.]+-[0-9a-f]{8}$/);
  expect(nameOf(manifest.replaceAll(/(?<=inlet-account:)[\d.]+/g, '99.0.0'))).toBe(name);
  expect(nameOf(manifest.replace('value: info', 'value: debug'))).not.toBe(name);
  expect(nameOf(manifest.replace('backoffLimit: 6', 'backoffLimit: 7'))).not.toBe(name);
});

it('says in words what a setting takes', () => {
  const said = Object.values(shapes).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, schema]) =>
      ['x', '-1', '9'.repeat(20)].flatMap((value) =>
        (schema.safeParse(value).error?.issues ?? []).map(({ message }) => `${name}: ${message}`),
      ),
    ),
  );
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter((message) => /Invalid input|Too (?:small|big)|NaN/.test(message))).toEqual([]);
});
