import { explain } from '@inlet/local/run-command';

type Command = (args: readonly string[]) => Promise<number>;

/** The operator's commands: `npm run doctor`, or `node infra/ops/ops.ts doctor` in the image of the tools. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('#commands/backup.ts')).backup,
  doctor: async () => (await import('#commands/doctor.ts')).doctor,
  invite: async () => (await import('#commands/service-tasks.ts')).invite,
  lanes: async () => (await import('#commands/service-tasks.ts')).lanes,
  products: async () => (await import('#commands/service-tasks.ts')).products,
  queues: async () => (await import('#commands/queues.ts')).queues,
  release: async () => (await import('#commands/release.ts')).release,
  'release-package': async () => (await import('#commands/release-package.ts')).releasePackage,
  replay: async () => (await import('#commands/service-tasks.ts')).replay,
  retention: async () => (await import('#commands/service-tasks.ts')).retention,
  'repeat-erasures': async () => (await import('#commands/restore.ts')).repeatErasures,
  retry: async () => (await import('#commands/service-tasks.ts')).retry,
  'rotate-keys': async () => (await import('#commands/service-tasks.ts')).rotateKeys,
  restore: async () => (await import('#commands/restore.ts')).restore,
  'reset-factors': async () => (await import('#commands/service-tasks.ts')).resetFactors,
  'sign-out': async () => (await import('#commands/service-tasks.ts')).signOut,
  sbom: async () => (await import('#commands/sbom.ts')).sbom,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const load = commands[name];
  if (!load) throw new Error(`Usage: ops.ts ${Object.keys(commands).join(' | ')}`);
  const command = await load();
  process.exitCode = await command(args);
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
