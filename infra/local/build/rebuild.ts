import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fingerprint } from '#build/fingerprint.ts';
import { projectRoot } from '#config/config.ts';
import { writeAtomically } from '#files/write-atomically.ts';
import { withProcessLock } from '#install/process-lock.mjs';
import { withProgress } from '#install/progress.mjs';

type Rebuild = {
  label: string;
  /** Files and folders of the project that the output is made from. */
  sources: readonly string[];
  /** The folder that is made; the sources' fingerprint is kept in it, so that it goes when the folder goes. */
  output: string;
  build: () => Promise<void>;
};

/** Makes something again when its sources have changed, or when it is missing. */
export async function rebuildWhenChanged({ label, sources, output, build }: Rebuild): Promise<void> {
  const marker = join(output, '.fingerprint');
  const wanted = await fingerprint(projectRoot, sources);
  const isFresh = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (isFresh()) return;
  // A start and a test run may want the same thing at the same moment; the second finds it made.
  await withProcessLock(join(projectRoot, `.data/${basename(output)}.lock`), async () => {
    if (isFresh()) return;
    await withProgress(label, build);
    writeAtomically(marker, wanted);
  });
}
