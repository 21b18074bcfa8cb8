import { join } from 'node:path';
import { projectRoot } from '#config.ts';
import { rebuildWhenChanged } from '#rebuild.ts';
import { runNodeOrFail } from '#run-program.ts';

const label = 'Generating the database client';
const sources = ['libs/db/prisma/schema.prisma', 'infra/local/generate-client.ts', 'package-lock.json'];

/** Generates the database client from the schema, when that has changed since. */
export async function generateDatabaseClient(): Promise<void> {
  const program = join(projectRoot, 'infra/local/generate-client.ts');
  await rebuildWhenChanged({
    label,
    sources,
    output: join(projectRoot, 'libs/db/src/generated'),
    build: async () => {
      await runNodeOrFail(label, [program]);
    },
  });
}
