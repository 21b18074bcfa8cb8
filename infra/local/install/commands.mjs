/** The commands of `npm run`, by the workspace that has them. */
export const commands = {
  local: ['start', 'dev', 'test', 'check'],
  ops: [
    'doctor',
    'backup',
    'restore',
    'repeat-erasures',
    'replay',
    'invite',
    'products',
    'queues',
    'retention',
    'rotate-keys',
    'sbom',
    'sign-out',
  ],
  bench: ['bench', 'lighthouse', 'mail-pictures', 'screenshots', 'spam-quality', 'web-speed'],
  proof: ['proof', 'faults'],
};
