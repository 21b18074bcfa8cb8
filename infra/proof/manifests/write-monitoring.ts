import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  alertManifest,
  alertManifestFile,
  alertsFile,
  dashboardManifest,
  dashboardManifestFile,
  dashboardsFolder,
} from '#manifests/monitoring-manifests.ts';

/** Brings what the cluster gets to what infra/monitoring holds. */
writeFileSync(alertManifestFile, alertManifest(readFileSync(alertsFile, 'utf8')));
writeFileSync(dashboardManifestFile, dashboardManifest(readdirSync(dashboardsFolder)));
