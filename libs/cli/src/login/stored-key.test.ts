import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { readCredentials } from '#connection/credentials.ts';
import { keepSecret } from '#listen/secret.ts';
import { forgetKey, keepKey, storedKey } from '#login/stored-key.ts';

const urls = Array.from({ length: 20 }, (_, index) => `https://forms-${index}.example.com`);

it('commands that run at once lose no key and no secret of each other', async () => {
  const folder = await createDisposableFolder();
  const secrets = urls.map((url) => Promise.all([keepSecret(folder, url), keepSecret(folder, url)]));
  await Promise.all([...secrets, ...urls.map((url) => keepKey(folder, url, `key of ${url}`))]);
  const { installations } = await readCredentials(folder);
  for (const [index, url] of urls.entries()) {
    const [listenSecret, second] = (await secrets[index]) ?? [];
    expect(second).toBe(listenSecret);
    expect(installations[url]).toEqual({ key: `key of ${url}`, listenSecret });
  }
  expect(await readdir(folder)).toEqual(['credentials.json']);
});

it('a lock that an ended command left holds up nobody', async () => {
  const folder = await createDisposableFolder();
  const lock = join(folder, 'credentials.json.lock');
  await writeFile(lock, '');
  await utimes(lock, 0, 0);
  await keepKey(folder, 'https://forms.example.com', 'a');
  expect(await storedKey(folder, 'https://forms.example.com')).toBe('a');
  expect(await readdir(folder)).toEqual(['credentials.json']);
});

it('a file that cannot be read or written says what to do', async () => {
  const folder = await createDisposableFolder();
  const failure = (verb: string) => ({
    message: expect.stringContaining(`credentials.json cannot be ${verb}`),
    next: expect.stringContaining('INLET_TOKEN'),
  });
  await mkdir(join(folder, 'credentials.json'));
  await expect(storedKey(folder, 'https://forms.example.com')).rejects.toMatchObject(failure('read'));
  await writeFile(join(folder, 'file'), '');
  await expect(keepKey(join(folder, 'file'), 'https://forms.example.com', 'a')).rejects.toMatchObject(
    failure('written'),
  );
  await expect(forgetKey(folder, 'https://forms.example.com')).rejects.toMatchObject(failure('read'));
});
