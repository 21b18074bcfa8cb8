import { buildPackages } from '#build/packages/build-package.ts';
import { npmPackages } from '#build/packages/npm-packages.ts';
import { projectRoot } from '#config/config.ts';

// Builds what npm gets, into `dist` of each package: npm run build-packages [-- client]. `prepack` of each runs it.
const names = process.argv.slice(2).map((name) => `@inlet/${name}`);
const chosen = npmPackages.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length < names.length) {
  throw new Error(`Usage: npm run build-packages -- ${npmPackages.map(({ name }) => name.slice(7)).join(' | ')}`);
}
await buildPackages(projectRoot, chosen);
