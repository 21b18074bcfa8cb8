import { npmPackages } from '#build/packages/npm-packages.ts';
import { checkPackages } from '#check/packages/check-packages.ts';

// Checks these packages of a project: node infra/local/check/packages/main.ts FOLDER NAME... It prints a line for each
// problem. It is a program of its own, because "Are the types wrong?" keeps a processor busy.
const [root = '', ...names] = process.argv.slice(2);
const chosen = npmPackages.filter(({ name }) => names.includes(name));
const problems = await checkPackages(root, chosen);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
