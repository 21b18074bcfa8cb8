import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const chunkSchema = z.object({
  file: z.string(),
  isDynamicEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});

/** Vite's manifest of its build: each chunk by the file that it was made from, or by a name of its own. */
const manifestSchema = z.record(z.string(), chunkSchema);
export type Manifest = z.output<typeof manifestSchema>;

export async function readManifest(dist: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')));
}

/** The files that a browser loads for these chunks: they themselves, and all that they import at once. */
export function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}`);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    waiting.push(...chunk.imports);
  }
  return [...files];
}
