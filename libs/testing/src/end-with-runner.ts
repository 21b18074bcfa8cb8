/**
 * A worker whose runner was killed would go on with its test, and keep the servers that the test has started. Vitest
 * takes `process.exit` for a fault of the test.
 */
function endWithRunner(): void {
  process.kill(process.pid, 'SIGKILL');
}

// Each test file loads this file again, in the same process.
const isKnown = process.listeners('disconnect').some(({ name }) => name === endWithRunner.name);
if (!isKnown) process.once('disconnect', endWithRunner);
