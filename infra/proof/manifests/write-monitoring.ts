import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { monitoringFiles } from '#manifests/monitoring-manifests.ts';

/** Writes the files that are generated from infra/monitoring. */
for (const [path, text] of Object.entries(monitoringFiles())) writeFileSync(join(projectRoot, path), text);
