import { runCheck } from '#local/check-steps.ts';
import { generateDatabaseClient } from '#local/database-client.ts';

await generateDatabaseClient();
const { passed, failed } = await runCheck();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
