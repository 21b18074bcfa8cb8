// A worker whose runner was killed would go on with its test, and keep the servers that the test has started. Vitest
// takes `process.exit` for a fault of the test.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
