import { saveRulesSchema } from '@inlet/contracts/saved-rules';
import { faultsOf } from '#settings/settings-file.ts';
import type { YamlFile } from '#yaml/yaml-file.ts';

export type FileRules = ReturnType<typeof readRulesFile>;

/** The rules in a file; each fault is named with its line. */
export function readRulesFile(file: YamlFile) {
  const result = saveRulesSchema.safeParse(file.content);
  if (!result.success) throw file.failure(result.error.issues.flatMap(faultsOf));
  return result.data;
}
