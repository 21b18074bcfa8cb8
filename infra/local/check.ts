import { generateDatabaseClient } from '#build/database-client.ts';
import { runCheck } from '#check/check-steps.ts';

await generateDatabaseClient();
const { passed, failed } = await runCheck();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
