import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { dashboardFiles } from '#manifests/dashboards.ts';
import { alertManifest, dashboardManifest, monitoringFiles } from '#manifests/monitoring-manifests.ts';
import { readProjectFile } from '#manifests/project-files.ts';

const files = monitoringFiles();
const dashboards = dashboardFiles();
const howTo = 'write it again with: node infra/proof/manifests/write-monitoring.ts';

it.each(Object.keys(files))('generates %s from infra/monitoring', (path) => {
  expect(readProjectFile(path), howTo).toBe(files[path]);
});

it('gives Grafana no other dashboard', () => {
  const folder = join(projectRoot, 'infra/monitoring/grafana/dashboards');
  expect(readdirSync(folder).toSorted()).toEqual(dashboards.map(({ file }) => file).toSorted());
});

it.each(dashboards)('lays the panels of $file side by side', ({ panels }) => {
  const overlaps = panels.flatMap(({ title, gridPos: a }, index) =>
    panels.slice(index + 1).flatMap(({ title: other, gridPos: b }) => {
      const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      return isApart ? [] : [`${title} and ${other}`];
    }),
  );
  expect(overlaps).toEqual([]);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});

it('sees an alert that was changed and a dashboard that was added', () => {
  expect(alertManifest('groups:\n  - name: a\n')).not.toBe(alertManifest('groups:\n  - name: b\n'));
  expect(dashboardManifest(['a.json', 'b.json'])).not.toBe(dashboardManifest(['a.json']));
});
