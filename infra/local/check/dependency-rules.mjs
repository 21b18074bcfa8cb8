// The allowed imports between rooms and layers, as docs/architecture.md shows them. `npm run check` enforces them.
const tests = String.raw`\.(test|spec)\.tsx?$|(^|/|\.)test-setup\.tsx?$|^web/e2e/|^libs/testing/`;
const source = '^(web|libs/[^/]+|services/[^/]+)/src/';

const bundled = '^libs/(client|react|cli)/src/';

const layers = ['lib', 'components', 'features', 'routes', 'app'];

/** Every layer of the web app may use the layers before it. */
const layerRules = layers.slice(0, -1).map((layer, index) => ({
  name: `web-${layer}-is-below`,
  comment: `web/src/${layer} does not use the layers above it`,
  from: { path: `^web/src/${layer}/`, pathNot: tests },
  to: { path: `^web/src/(${[...layers.slice(index + 1)].join('|')})/|^web/src/[^/]+$` },
}));

function room(name, from, allowed) {
  return {
    name: `room-${name}`,
    comment: `what ${name} may import stands in docs/architecture.md`,
    from: { path: from, pathNot: tests },
    to: { path: '^(web|libs|services|infra)/', pathNot: allowed },
  };
}

const rules = [
  {
    name: 'no-file-cycles',
    comment: 'files that import each other can only be read, tested and loaded together; types count',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-folder-cycles',
    comment: 'folders that import each other are one room in disguise',
    scope: 'folder',
    // Tests of a library use these two, which use the library.
    from: { pathNot: '^libs/(testing|local-servers)/' },
    to: { circular: true, pathNot: '^libs/(testing|local-servers)/' },
  },
  room('web', '^web/', String.raw`^web/|^libs/(contracts|import)/|^libs/client/versions\.json$`),
  room('services', '^services/([^/]+)/', '^services/$1/|^libs/(?!testing/|local-servers/)'),
  room('contracts', '^libs/contracts/', '^libs/contracts/'),
  room('client', '^libs/client/', '^libs/client/'),
  room('react', '^libs/react/', '^libs/(react|client)/'),
  room('observe', '^libs/observe/', '^libs/observe/'),
  room('process', '^libs/process/', '^libs/(process|observe)/'),
  room('crypto', '^libs/crypto/', '^libs/(crypto|process|contracts)/'),
  room('http', '^libs/http/', '^libs/(http|process|observe|crypto|contracts)/'),
  room('erasure', '^libs/erasure/', '^libs/(erasure|crypto|process)/'),
  room('db-and-redis', '^libs/(db|redis)/', '^libs/($1|process|observe|contracts)/'),
  room('submissions', '^libs/submissions/', '^libs/(submissions|contracts)/'),
  room('blobs', '^libs/blobs/', '^libs/blobs/'),
  room('mail', '^libs/mail/', '^libs/(mail|process|crypto|contracts)/'),
  room('spam', '^libs/spam/', '^libs/(spam|contracts)/'),
  room('rules', '^libs/rules/', '^libs/(rules|contracts)/'),
  room('endpoint', '^libs/endpoint/', '^libs/(endpoint|blobs|http|rules|submissions|process|observe|contracts)/'),
  room('import', '^libs/import/', '^libs/(import|contracts)/'),
  room('sender-check', '^libs/sender-check/', '^libs/(sender-check|outbound|contracts)/'),
  room('cli', '^libs/cli/', '^libs/(cli|client|endpoint|http|import|outbound|rules|contracts)/'),
  room('outbound', '^libs/outbound/', '^libs/(outbound|contracts)/'),
  room('local-servers', '^libs/local-servers/', '^libs/(local-servers|db)/'),
  room('queue', '^libs/queue/', '^libs/(queue|redis|submissions|process|observe|contracts)/'),
  room('infra-local', '^infra/local/', '^infra/local/|^libs/'),
  room('infra-parts', '^infra/(ops|bench|stripe-simulator)/', '^infra/($1|local)/|^libs/'),
  room('infra-proof', '^infra/proof/', '^infra/|^libs/'),
  {
    name: 'tests-stay-tests',
    comment: 'what runs in production imports no test and no test setup',
    from: { path: source, pathNot: tests },
    to: { path: tests },
  },
  {
    name: 'contracts-use-zod-alone',
    comment: 'libs/contracts runs in browsers too',
    from: { path: '^libs/contracts/src/', pathNot: tests },
    to: { path: '.', pathNot: '^libs/contracts/|/node_modules/zod/|^node_modules/zod/' },
  },
  {
    name: 'store-of-its-context',
    comment: 'a store is used by its own context only, others go by a use case; access is the room of all contexts',
    from: { path: '^(services/[^/]+/src/[^/]+)(/|$)' },
    to: { path: String.raw`\.store\.ts$`, pathNot: '^$1/|^services/account/src/access/' },
  },
  {
    name: 'express-in-http',
    comment: 'in services/account only http and the app know Express, so jobs and scripts can call everything else',
    from: { path: '^services/account/src/(?!http/|app.ts)', pathNot: tests },
    to: { path: 'node_modules/(@types/)?express/|^services/account/src/http/' },
  },
  {
    name: 'people-and-payments-in-account',
    comment: 'Passport and Stripe live in services/account; the simulator and the faults play the other side of Stripe',
    from: { pathNot: '^services/account/|^infra/(stripe-simulator|proof)/|node_modules' },
    to: { path: 'node_modules/(passport[^/]*|stripe)/' },
  },
  {
    name: 'no-database-in-front',
    comment: 'ingest and gateway have no database',
    from: { path: '^services/(ingest|gateway)/' },
    to: { path: '^libs/db/' },
  },
  {
    name: 'only-the-worker-connects-outwards',
    comment: 'deliveries leave from the worker, whose network policy allows it; the rest of libs/outbound is for all',
    from: { path: source, pathNot: `^libs/outbound/|^services/worker/|${tests}` },
    to: { path: '^libs/outbound/src/create-outbound', reachable: true },
  },
  {
    name: 'undici-for-outbound',
    comment: 'another HTTP client could go around the guard',
    from: { path: source, pathNot: `^libs/outbound/|^services/worker/|${tests}` },
    to: { path: 'node_modules/undici/', reachable: true },
  },
  {
    name: 'gateway-opens-no-socket',
    comment: 'it speaks HTTP to the services alone, whose addresses are in its configuration',
    from: { path: '^services/gateway/src/', pathNot: tests },
    to: { path: '^(node:)?net$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-prisma-in-worker',
    comment: 'the worker asks in plain SQL; Prisma would add a tenth to its memory',
    from: { path: '^services/worker/src/', pathNot: tests },
    to: { path: '^libs/db/src/generated/|node_modules/@prisma/', reachable: true },
  },
  ...layerRules,
  {
    name: 'features-stand-alone',
    comment: 'a feature of the web app never uses another one',
    from: { path: '^web/src/features/([^/]+)/', pathNot: tests },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'no-unresolved-import',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:|[?]raw$' },
  },
  {
    name: 'declared-in-its-package',
    comment: 'what a workspace imports stands in its own package.json',
    from: { path: source, pathNot: `${bundled}|${tests}` },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  },
  {
    name: 'declared-in-its-npm-package',
    comment: 'a package of npm bundles what it declares for development, which is our own code alone',
    from: { path: bundled, pathNot: tests },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: '^libs/' },
  },
  {
    name: 'no-empty-names',
    comment: 'name a file or folder after its purpose',
    from: {},
    to: { path: String.raw`(/|-)(utils?|helpers?|misc)(/|\.)|/common(/|\.)`, pathNot: 'node_modules' },
  },
];

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules|(^|/)generated/' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.mdx', '.css', '.json'],
    },
  },
};
