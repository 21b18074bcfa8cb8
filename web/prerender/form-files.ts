import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** What the router loads for a form's inbox. */
const formPage = [
  'src/routes/app/signed-in-layout.tsx',
  'src/routes/form/form-frame.tsx',
  'src/routes/form/inbox-page.tsx',
  'src/features/submissions/components/inbox/submission-inbox.tsx',
];

/** The scripts of a form's inbox that the app does not begin with. */
export async function formFiles(outDir: string): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  const begun = filesOf(manifest, ['index.html']);
  return [...filesOf(manifest, formPage)].filter((file) => !begun.has(file));
}

function filesOf(manifest: Manifest, entries: readonly string[]): ReadonlySet<string> {
  const names = new Set(entries);
  for (const name of names) for (const next of manifest[name]?.imports ?? []) names.add(next);
  return new Set(
    [...names].map((name) => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`The build has no chunk ${name}`);
      return chunk.file;
    }),
  );
}
