import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { alertManifest, dashboardManifest, monitoringFiles } from '#manifests/monitoring-manifests.ts';

const files = monitoringFiles();
const howTo = 'write it again with: node infra/proof/manifests/write-monitoring.ts';

it.each(Object.keys(files))('generates %s from infra/monitoring', (path) => {
  expect(readFileSync(join(projectRoot, path), 'utf8'), howTo).toBe(files[path]);
});

it('gives Grafana no other dashboard', () => {
  const dashboards = Object.keys(files).filter((path) => path.endsWith('.json'));
  const folder = join(projectRoot, 'infra/monitoring/grafana/dashboards');
  expect(readdirSync(folder).toSorted()).toEqual(dashboards.map((path) => basename(path)).toSorted());
});

it('sees an alert that was changed and a dashboard that was added', () => {
  expect(alertManifest('groups:\n  - name: a\n')).not.toBe(alertManifest('groups:\n  - name: b\n'));
  expect(dashboardManifest(['a', 'b'])).not.toBe(dashboardManifest(['a']));
});
