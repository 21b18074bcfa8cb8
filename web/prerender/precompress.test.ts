import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { precompress } from './precompress.ts';

const long = 'export const sentence = "worth compressing";\n'.repeat(100);

it('puts both compressions beside long texts, in folders too, and nothing beside the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-precompress-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'below'));
  for (const file of ['a.js', 'below/b.css', 'font.woff2']) await writeFile(join(folder, file), long);
  await writeFile(join(folder, 'short.js'), 'short');
  await precompress(folder);
  const files = await readdir(folder, { recursive: true });
  const made = files.filter((file) => /\.(?:br|gz)$/.test(file)).toSorted();
  expect(made).toEqual(['a.js.br', 'a.js.gz', 'below/b.css.br', 'below/b.css.gz']);
  expect(brotliDecompressSync(await readFile(join(folder, 'a.js.br'))).toString()).toBe(long);
  expect(gunzipSync(await readFile(join(folder, 'below/b.css.gz'))).toString()).toBe(long);
});
