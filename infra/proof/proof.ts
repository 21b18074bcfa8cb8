import { runProof } from '#run-proof.ts';

/** What needs a machine of its own: the tests that measure time, and every fault in its full form. */
await runProof(['proof', 'integration'], ['.proof.test.ts', 'infra/proof/faults']);
