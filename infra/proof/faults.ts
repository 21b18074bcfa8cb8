import { faultSeeds, runProof } from '#run-proof.ts';

/**
 * Does to real processes what a bad night does: `npm run faults`, or `npm run faults -- outages --seeds=1`; with
 * `--rows=2,15` only these of the outages.
 */
const words = process.argv.slice(2);
const optionOf = (flag: string) => words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
const names = words.filter((word) => !word.startsWith('--'));
const filters = names.length === 0 ? ['infra/proof/faults'] : names.map((name) => `infra/proof/faults/${name}`);
await runProof(['integration'], filters, {
  seeds: Number(optionOf('--seeds') ?? faultSeeds) || 1,
  rows: optionOf('--rows'),
});
