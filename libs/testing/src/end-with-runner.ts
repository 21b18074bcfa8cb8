/**
 * A worker whose runner was killed would continue its test, and keep the servers that the test started. Vitest reports
 * `process.exit` as a fault of the test.
 */
function endWithRunner(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Each test file loads this file again in the same process.
const isKnown = process.listeners('disconnect').some(({ name }) => name === endWithRunner.name);
if (!isKnown) process.once('disconnect', endWithRunner);
