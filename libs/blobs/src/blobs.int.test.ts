import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { afterAll, describe, expect, it } from 'vitest';
import { openBlobs } from '#open-blobs.ts';
import { startTestS3 } from '#s3.test-setup.ts';

const folder = await makeTemporaryFolder('inlet-blobs-');
const s3 = await startTestS3();
const bucket = openBlobs(s3.settings);
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function* broken() {
  yield Buffer.from('half');
  throw new Error('The visitor left');
}
async function all(keys: AsyncIterable<string>) {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found.sort();
}

describe.each([
  ['a folder', openBlobs({ FILES_FOLDER: folder })],
  ['a bucket', bucket],
])('blobs in %s', (_, blobs) => {
  const read = async (key: string) => {
    const bytes = await blobs.get(key);
    return bytes && String(await buffer(bytes));
  };

  it('are read as they were written, piece by piece', async () => {
    await blobs.put('form/one/a', pieces('some ', 'bytes'));
    expect(await read('form/one/a')).toBe('some bytes');
    expect(await blobs.sizeOf('form/one/a')).toBe(10);
  });

  it('may be large, and come in pieces of any size', async () => {
    const whole = randomBytes(12_000_001);
    async function* source() {
      for (let at = 0; at < whole.length; at += 700_003) yield whole.subarray(at, at + 700_003);
    }
    await blobs.put('form/large/a', source());
    expect(await blobs.sizeOf('form/large/a')).toBe(whole.length);
    const bytes = await blobs.get('form/large/a');
    expect(bytes && whole.equals(await buffer(bytes))).toBe(true);
  });

  it('leave nothing of a large one that breaks off', async () => {
    async function* source() {
      for (let n = 0; n < 12; n += 1) yield Buffer.alloc(1_000_000);
      throw new Error('The visitor left');
    }
    await expect(blobs.put('form/broken/a', source())).rejects.toThrow('The visitor left');
    expect(await blobs.sizeOf('form/broken/a')).toBeNull();
    expect(await all(blobs.list('form/broken/'))).toEqual([]);
  });

  it('may be empty, and are replaced by what is put again', async () => {
    await blobs.put('form/two/a', pieces());
    expect(await read('form/two/a')).toBe('');
    await blobs.put('form/two/a', pieces('again'));
    expect(await read('form/two/a')).toBe('again');
  });

  it('are not there before they are whole', async () => {
    await expect(blobs.put('form/three/a', broken())).rejects.toThrow('The visitor left');
    expect(await read('form/three/a')).toBeNull();
    expect(await blobs.sizeOf('form/three/a')).toBeNull();
    expect(await all(blobs.list('form/three/'))).toEqual([]);
  });

  it('are listed by the beginning of their keys', async () => {
    for (const key of ['list/one/a', 'list/one/b', 'list/two/a']) await blobs.put(key, pieces('x'));
    expect(await all(blobs.list('list/one/'))).toEqual(['list/one/a', 'list/one/b']);
    expect(await all(blobs.list('list/'))).toHaveLength(3);
    expect(await all(blobs.list('nowhere/'))).toEqual([]);
  });

  it('are gone when they are deleted, which may be done twice', async () => {
    await blobs.put('form/four/a', pieces('x'));
    await blobs.delete('form/four/a');
    await blobs.delete('form/four/a');
    expect(await read('form/four/a')).toBeNull();
    expect(await all(blobs.list('form/four/'))).toEqual([]);
  });
});

it('a folder keeps no empty folders of uploads, and no key leads out of it', async () => {
  const blobs = openBlobs({ FILES_FOLDER: folder });
  await blobs.put('lone/one/a', pieces('x'));
  await blobs.delete('lone/one/a');
  expect(await readdir(join(folder, 'lone'))).toEqual([]);
  for (const key of ['../a', 'a/../../b', '/etc/passwd', 'a//b', 'a/.hidden', ''])
    await expect(blobs.get(key)).rejects.toThrow('A key may only have');
});

it('an installation without a store holds nothing', async () => {
  const blobs = openBlobs({});
  expect(await blobs.get('a')).toBeNull();
  await blobs.delete('a');
  await expect(blobs.put('a', pieces('x'))).rejects.toThrow('stores no files');
});
