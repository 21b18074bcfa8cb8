import { faultSeeds, runProof } from '#run-proof.ts';

/**
 * What needs a machine of its own: the tests that measure time, and every fault in its full form. With words only the
 * tests whose files have them in their names, as in `npm run proof -- retention`.
 */
const words = process.argv.slice(2);
if (words.length > 0) await runProof(['proof'], words);
else {
  await runProof(['proof', 'integration'], ['.proof.test.ts', '.properties.test.ts']);
  await runProof(['integration'], ['infra/proof/faults'], { seeds: faultSeeds });
}
