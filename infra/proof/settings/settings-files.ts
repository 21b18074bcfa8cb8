import { parseComposeFile } from '#images/compose-file.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { writeEnvironments } from '#settings/kubernetes-environment.ts';
import { readShapes } from '#settings/service-settings.ts';
import { writeSettingsPage } from '#settings/settings-page.ts';

const manifests = ['account', 'gateway', 'ingest', 'migrate', 'worker'].map((name) => `k8s/base/${name}.yaml`);

/** The files that are generated from the settings of the services, by path, with their content. */
export async function settingsFiles(): Promise<Record<string, string>> {
  const shapes = await readShapes();
  const compose = parseComposeFile(readProjectFile('docker-compose.yml'));
  return {
    'docs/settings.md': writeSettingsPage(shapes, compose),
    ...Object.fromEntries(manifests.map((path) => [path, writeEnvironments(readProjectFile(path), shapes)])),
  };
}
