import { readPolicies } from '#manifests/policies/all-policies.ts';
import { render } from '#manifests/render.ts';

/** Reports the faults of an operator's overlay: `node infra/proof/manifests/judge-overlay.ts FOLDER`. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: judge-overlay.ts FOLDER');
const objects = render(folder);
const faults = Object.values(await readPolicies()).flatMap((policy) => [...policy(objects)]);
for (const fault of faults) console.log(fault);
console.log(`${objects.length} objects, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
