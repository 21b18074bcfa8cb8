import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  alertManifest,
  alertManifestFile,
  alertsFile,
  dashboardManifest,
  dashboardManifestFile,
  dashboardsFolder,
} from '#manifests/monitoring-manifests.ts';

const howTo = 'write it again with: node infra/proof/manifests/write-monitoring.ts';

it('gives the cluster the alerts that Prometheus is given elsewhere', async () => {
  const [alerts, manifest] = await Promise.all([readFile(alertsFile, 'utf8'), readFile(alertManifestFile, 'utf8')]);
  expect(manifest, howTo).toBe(alertManifest(alerts));
});

it('gives the cluster every dashboard', async () => {
  const [files, manifest] = await Promise.all([readdir(dashboardsFolder), readFile(dashboardManifestFile, 'utf8')]);
  expect(manifest, howTo).toBe(dashboardManifest(files));
});

it('sees an alert that was changed and a dashboard that was added', () => {
  expect(alertManifest('groups:\n  - name: a\n')).not.toBe(alertManifest('groups:\n  - name: b\n'));
  expect(dashboardManifest(['a.json', 'b.json'])).not.toBe(dashboardManifest(['a.json']));
});
