import { expect, it } from 'vitest';
import * as z from 'zod';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';
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
