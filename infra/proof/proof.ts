import { faultSeeds, runProof } from '#run-proof.ts';

/**
 * Runs what needs an idle machine: the tests that measure time, and every fault in its full form. Arguments select
 * tests by the names of their files, as in `npm run proof -- retention`.
 */
const words = process.argv.slice(2);
if (words.length > 0) await runProof(['proof'], words);
else {
  await runProof(['proof', 'integration'], ['.proof.test.ts', '.properties.test.ts']);
  await runProof(['integration'], ['infra/proof/faults'], { seeds: faultSeeds });
}
