import { generateDatabaseClient } from '#build/database-client.ts';
import { createLeaveSignal } from '#processes/leave-signal.ts';
import { explain } from '#processes/run-command.ts';
import { installTestPrograms } from '#programs/test-programs.ts';
import { temporaryFiles } from '#test/temporary-files.ts';
import { type Counts, sumCounts } from '#test/test-counts.ts';
import { type TestPart, testParts } from '#test/test-parts.ts';

const INTERRUPTED_EXIT_CODE = 130;

const words = process.argv.slice(2);
const named = testParts.filter(({ name }) => words.includes(name));
const parts = named.length > 0 ? named : testParts;
const filters = words.filter((word) => !named.some(({ name }) => name === word));
const signal = createLeaveSignal();
// For this process and all of its children.
Object.assign(process.env, temporaryFiles());

await generateDatabaseClient();
await prepare();
const results: { title: string; counts: Counts }[] = [];
for (const part of parts) {
  results.push({ title: part.title, counts: await run(part) });
  if (signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
}
const failed = results.filter(({ counts }) => counts.failed > 0);
const total = sumCounts(results.map(({ counts }) => counts));
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ title }) => title).join(', ')}`);
if (total.skipped) console.log(`\nSkipped: ${total.skipped}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function prepare(): Promise<void> {
  try {
    await installTestPrograms(
      parts.map(({ name }) => name),
      process.env.PATH ?? '',
    );
  } catch (error) {
    explain(error);
    process.exit(1);
  }
}

// A part that cannot run counts as one failure, and the others still run.
async function run({ title, run }: TestPart): Promise<Counts> {
  console.log(`\n${title}`);
  try {
    return await run({ filters, signal });
  } catch (error) {
    if (!signal.aborted) explain(error);
    return { passed: 0, failed: 1 };
  }
}
