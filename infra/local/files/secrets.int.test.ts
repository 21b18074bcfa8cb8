import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { readSecrets } from '#files/secrets.ts';

it('makes the secrets of a data folder once, and lets its owner alone read them', async () => {
  const folder = await createDisposableFolder();
  const secrets = readSecrets(folder);
  expect(readSecrets(folder)).toEqual(secrets);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
});

it('adds the keys for sealing to the folder of an older start, and keeps the others', async () => {
  const folder = await createDisposableFolder();
  const { encryptionKeys: _later, ...older } = readSecrets(await createDisposableFolder());
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(older));
  const secrets = readSecrets(folder);
  expect(secrets).toEqual({ ...older, encryptionKeys: expect.stringMatching(/^[\w-]{43}$/) });
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual(secrets);
});
