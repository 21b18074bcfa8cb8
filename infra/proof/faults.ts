import { faultSeeds, runProof } from '#run-proof.ts';

/** Does to real processes what a bad night does: `npm run faults`, or `npm run faults -- outages --seeds=1`. */
const words = process.argv.slice(2);
const flag = words.find((word) => word.startsWith('--seeds='));
const names = words.filter((word) => word !== flag);
const filters = names.length === 0 ? ['infra/proof/faults'] : names.map((name) => `infra/proof/faults/${name}`);
await runProof(['integration'], filters, { seeds: flag ? Number(flag.split('=')[1]) || 1 : faultSeeds });
