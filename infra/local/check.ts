import { runCheck } from '#check-steps.ts';
import { generateDatabaseClient } from '#database-client.ts';

await generateDatabaseClient();
const { passed, failed } = await runCheck();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
