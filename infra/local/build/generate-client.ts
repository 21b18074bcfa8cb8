import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PrismaClientTsGenerator } from '@prisma/client-generator-ts';
import prisma from '@prisma/internals';
import { projectRoot } from '#config/config.ts';

// Prisma's command does the same, but includes a database and a studio: 130 MB of unused files. The generator's ES
// module imports files that its packages lack, so it is required.
const { PrismaClientTsGenerator: Generator } = createRequire(import.meta.url)('@prisma/client-generator-ts') as {
  PrismaClientTsGenerator: typeof PrismaClientTsGenerator;
};

const baseDir = join(projectRoot, 'libs/db/prisma');
const schemaPath = { baseDir, cliProvidedPath: join(baseDir, 'schema.prisma') };
const schemaContext = await prisma.loadSchemaContext({ schemaPath, printLoadMessage: false });
const registry = { 'prisma-client': { type: 'in-process' as const, generator: new Generator() } };
const options = { schemaContext, registry, cliCommand: 'generate', skipDownload: true };
for (const generator of await prisma.getGenerators(options)) {
  await generator.generate();
  generator.stop();
}
