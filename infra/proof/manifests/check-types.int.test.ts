import { expect, it } from 'vitest';
import { checkTypes } from '#manifests/check-types.ts';
import { plant, rendered } from '#manifests/planted-faults.test-setup.ts';
import { canRender } from '#manifests/render.ts';

it.skipIf(!canRender)('finds that every object is what its kind allows', async () => {
  const objects = [...rendered.values()].flat();
  expect(objects.length).toBeGreaterThan(50);
  expect(await checkTypes(objects)).toBe('');
});

it.skipIf(!canRender)(
  'tells a field that no cluster knows, a value of another type, and a kind that we do not have',
  async () => {
    const faults = [
      ['livenessProb', 'Deployment/ingest', '/spec/template/spec/containers/0/livenessProb', {}],
      ['minReplicas', 'ScaledObject/worker', '/spec/minReplicas', 2],
      ['hostname', 'HTTPRoute/inlet', '/spec/hostname', 'forms.example.com'],
      ["'number' is not assignable", 'PodMonitor/services', '/spec/podMetricsEndpoints/0/interval', 15],
      ['key', 'ExternalSecret/inlet-mail', '/spec/target/key', 'mail'],
      ['extensions/v1beta1', 'Deployment/worker', '/apiVersion', 'extensions/v1beta1'],
    ] as const;
    const output = await checkTypes(faults.map(([, ...fault]) => plant(fault).changed));
    for (const [word] of faults) expect(output).toContain(word);
  },
);
