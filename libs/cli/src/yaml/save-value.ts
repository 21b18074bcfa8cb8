import { Document, type Node } from 'yaml';
import { patchDocument } from '#yaml/patch-document.ts';
import { readYamlFile, textOf, writeWhole } from '#yaml/yaml-file.ts';

/** Writes a value into a file: as JSON by its name, else as YAML, where the comments of the file stay. */
export async function saveValue(path: string, value: unknown): Promise<void> {
  if (path.endsWith('.json')) {
    await writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
    return;
  }
  const document = (await readYamlFile(path))?.document ?? new Document({});
  document.contents = patchDocument(document, document.contents as Node | null, value);
  await writeWhole(path, textOf(document));
}

/** A value as YAML. */
export function textFor(value: unknown): string {
  return textOf(new Document(value));
}
