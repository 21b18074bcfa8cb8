import { expect, it } from 'vitest';
import { checkTypes } from '#manifests/check-types.ts';
import { plant, rendered } from '#manifests/planted-faults.test-setup.ts';
import { canRender } from '#manifests/render.ts';

const timeout = 60_000;

it.skipIf(!canRender)('finds that every object is what its kind allows', { timeout }, async () => {
  const objects = [...rendered.values()].flat();
  expect(objects.length).toBeGreaterThan(50);
  expect(await checkTypes(objects)).toBe('');
});

it.skipIf(!canRender)(
  'tells a field that no cluster knows, a value of another type, and a kind that we do not have',
  { timeout },
  async () => {
    const changed = [
      plant(['Deployment/ingest', '/spec/template/spec/containers/0/livenessProb', {}]),
      plant(['ScaledObject/worker', '/spec/minReplicas', 2]),
      plant(['HTTPRoute/inlet', '/spec/hostname', 'forms.example.com']),
      plant(['PodMonitor/services', '/spec/podMetricsEndpoints/0/interval', 15]),
      plant(['ExternalSecret/inlet-mail', '/spec/target/key', 'mail']),
      plant(['Deployment/worker', '/apiVersion', 'extensions/v1beta1']),
    ].map((planted) => planted.changed);
    const output = await checkTypes(changed);
    const words = [
      'livenessProb',
      'minReplicas',
      'hostname',
      "'number' is not assignable",
      'key',
      'extensions/v1beta1',
    ];
    for (const word of words) expect(output).toContain(word);
  },
);
