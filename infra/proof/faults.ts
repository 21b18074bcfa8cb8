import { runProof } from '#run-proof.ts';

/** Does to real processes what a bad night does: `npm run faults`, or `npm run faults -- outages`. */
const words = process.argv.slice(2);
const filters = words.length === 0 ? ['infra/proof/faults'] : words.map((word) => `infra/proof/faults/${word}`);
await runProof(['integration'], filters);
