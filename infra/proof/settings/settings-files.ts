import { parseComposeFile } from '#images/compose-file.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { writeJobName } from '#settings/job-name.ts';
import { writeEnvironments } from '#settings/kubernetes-environment.ts';
import { readShapes } from '#settings/service-settings.ts';
import { writeSettingsPage } from '#settings/settings-page.ts';

const manifests = ['account', 'gateway', 'ingest', 'worker'].map((name) => `k8s/base/${name}.yaml`);

const migration = 'k8s/base/migrate.yaml';

/** The files that are generated from the settings of the services, by path, with their content. */
export async function settingsFiles(): Promise<Record<string, string>> {
  const shapes = await readShapes();
  const compose = parseComposeFile(readProjectFile('docker-compose.yml'));
  return {
    'docs/settings.md': writeSettingsPage(shapes, compose),
    [migration]: writeJobName(readProjectFile(migration)),
    ...Object.fromEntries(manifests.map((path) => [path, writeEnvironments(readProjectFile(path), shapes)])),
  };
}
