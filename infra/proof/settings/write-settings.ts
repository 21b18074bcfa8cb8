import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { settingsFiles } from '#settings/settings-files.ts';

/** Writes the files that are generated from the settings of the services. */
for (const [path, text] of Object.entries(await settingsFiles())) writeFileSync(join(projectRoot, path), text);
