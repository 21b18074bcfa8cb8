import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { parse } from 'yaml';
import * as z from 'zod';

const composeSchema = z.object({ services: z.object({ postgres: z.object({ command: z.array(z.string()) }) }) });

/** The commands that compose gives PostgreSQL, so that the rehearsal tries what an operator runs. */
export async function readArchiveSettings(): Promise<{ archiveCommand: string; restoreCommand: string }> {
  const file = join(projectRoot, 'infra/docker/archive.yml');
  const { services } = composeSchema.parse(parse(await readFile(file, 'utf8')));
  const settingOf = (name: string) => {
    const found = services.postgres.command.find((word) => word.startsWith(`${name}=`));
    if (found === undefined) throw new Error(`${file} does not set ${name}`);
    // Compose reads two dollar signs as one.
    return found.slice(name.length + 1).replaceAll('$$', '$');
  };
  return { archiveCommand: settingOf('archive_command'), restoreCommand: settingOf('restore_command') };
}
