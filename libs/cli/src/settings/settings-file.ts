import type * as z from 'zod';
import { type FormSettings, settingsSchema } from '#settings/form-settings.ts';
import { type PlacedFault, requireYamlFile, type YamlFile } from '#yaml/yaml-file.ts';

export const defaultSettingsFile = 'inlet.yml';

/** A file of settings that has the expected form. */
export interface SettingsFile extends YamlFile {
  readonly forms: readonly FormSettings[];
}

export async function openSettingsFile(path: string): Promise<SettingsFile> {
  return readSettingsFile(await requireYamlFile(path, 'Write one with `inlet pull`, or name another file.'));
}

/** Reads the settings of a file, or names the line of each fault. */
export function readSettingsFile(file: YamlFile): SettingsFile {
  const result = settingsSchema.safeParse(file.content);
  if (!result.success) throw file.failure(result.error.issues.flatMap(faultsOf));
  const { forms } = result.data;
  const twice = [
    ...repeated(forms, 'forms'),
    ...forms.flatMap(({ targets = [] }, index) => repeated(targets, 'forms', index, 'targets')),
  ];
  if (twice.length > 0) throw file.failure(twice);
  return { ...file, forms };
}

/** The faults of an issue: one for each name that nothing is called. */
export function faultsOf(issue: z.core.$ZodIssue): PlacedFault[] {
  const place = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code !== 'unrecognized_keys') return [{ place, message: issue.message }];
  return issue.keys.map((key) => ({ place: [...place, key], message: 'There is no such setting' }));
}

function repeated(
  entries: readonly { readonly id?: string | undefined }[],
  ...place: readonly (string | number)[]
): PlacedFault[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [{ place: [...place, index, 'id'], message: 'An entry above has the same id' }];
    seen.add(id);
    return [];
  });
}
