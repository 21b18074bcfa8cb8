import { join } from 'node:path';
import { projectRoot } from '#config.ts';
import { rebuildWhenChanged } from '#rebuild.ts';
import { runNodeOrFail } from '#run-program.ts';

/** Generates the database client from the schema, when that has changed since. */
export async function generateDatabaseClient(): Promise<void> {
  await rebuildWhenChanged({
    label: 'Generating the database client',
    sources: ['libs/db/prisma/schema.prisma', 'libs/db/prisma.config.ts', 'package-lock.json'],
    output: join(projectRoot, 'libs/db/src/generated'),
    build: async () => {
      const prisma = join(projectRoot, 'node_modules/prisma/build/index.js');
      await runNodeOrFail('Generating the database client', [prisma, 'generate'], {
        cwd: join(projectRoot, 'libs/db'),
        // Generating needs no native engine; a file that exists at its place keeps it from being downloaded.
        env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
      });
    },
  });
}
