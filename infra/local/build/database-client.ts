import { join } from 'node:path';
import { rebuildWhenChanged } from '#build/rebuild.ts';
import { projectRoot } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const label = 'Generating the database client';
const program = 'infra/local/build/generate-client.ts';

/** Generates the database client from the schema if the schema has changed. */
export function generateDatabaseClient(): Promise<void> {
  return rebuildWhenChanged({
    label,
    sources: ['libs/db/prisma/schema.prisma', program, 'package-lock.json'],
    output: join(projectRoot, 'libs/db/src/generated'),
    build: () => runNodeOrFail(label, [join(projectRoot, program)]),
  });
}
