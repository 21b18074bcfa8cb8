import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#local/config.ts';
import { checkTypes } from '#manifests/check-types.ts';
import { applyJsonPatch } from '#manifests/json-patch.ts';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { renderManifests } from '#manifests/render.ts';

const timeoutMs = 60_000;
const folders = ['k8s/overlays/local', 'k8s/overlays/production', 'infra/manifests/fixtures/with-ingress'];

const renderAll = async () =>
  (await Promise.all(folders.map((folder) => renderManifests(join(projectRoot, folder))))).flat();

/** One object of the production's, with one thing added to it. */
async function withField(title: string, path: string, value: unknown): Promise<KubeObject> {
  const object = (await renderAll()).find((candidate) => titleOf(candidate) === title);
  if (!object) throw new Error(`There is no ${title}`);
  return applyJsonPatch(object, [{ op: 'add', path, value }]);
}

it('finds that every object is what its kind allows', { timeout: timeoutMs }, async () => {
  expect(await checkTypes(await renderAll())).toBe('');
});

it(
  'tells a field that no cluster knows, a value of another type, and a kind that we do not have',
  async () => {
    const output = await checkTypes([
      await withField('Deployment/ingest', '/spec/template/spec/containers/0/livenessProb', {}),
      await withField('ScaledObject/worker', '/spec/minReplicas', 2),
      await withField('HTTPRoute/inlet', '/spec/hostname', 'forms.example.com'),
      await withField('PodMonitor/services', '/spec/podMetricsEndpoints/0/interval', 15),
      await withField('ExternalSecret/inlet-mail', '/spec/target/key', 'mail'),
      { apiVersion: 'extensions/v1beta1', kind: 'Deployment', metadata: { name: 'old' } },
    ]);
    for (const word of [
      'livenessProb',
      'minReplicas',
      'hostname',
      "'number' is not assignable",
      'key',
      'extensions/v1beta1',
    ]) {
      expect(output).toContain(word);
    }
  },
  timeoutMs,
);
