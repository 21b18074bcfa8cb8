import { parseArgs } from 'node:util';
import { faultSeeds, runProof } from '#run-proof.ts';

/**
 * Injects faults into real processes: `npm run faults`, or `npm run faults -- outages --seeds=1`; with `--rows=2,15`
 * only these outages.
 */
const options = { seeds: { type: 'string', default: String(faultSeeds) }, rows: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const names = positionals.length === 0 ? [''] : positionals;
const filters = names.map((name) => `infra/proof/faults/${name}`);
await runProof(['integration'], filters, { seeds: Number(values.seeds) || 1, rows: values.rows });
