import { join } from 'node:path';
import { rebuildWhenChanged } from '#build/rebuild.ts';
import { projectRoot } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const label = 'Generating the database client';
const sources = ['libs/db/prisma/schema.prisma', 'infra/local/build/generate-client.ts', 'package-lock.json'];

/** Generates the database client from the schema, when that has changed since. */
export async function generateDatabaseClient(): Promise<void> {
  const program = join(projectRoot, 'infra/local/build/generate-client.ts');
  await rebuildWhenChanged({
    label,
    sources,
    output: join(projectRoot, 'libs/db/src/generated'),
    build: async () => {
      await runNodeOrFail(label, [program]);
    },
  });
}
