import { describe, expect, it } from 'vitest';
import { isInstalled } from '#install/installed.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'libs/db': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/other-machine': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    'node_modules/vitest': { version: '5.1.0', integrity: 'sha512-c', dev: true },
  },
};
const zod = lock.packages['node_modules/zod'];
const installed = (packages: Record<string, object>, forDevelopers = false) =>
  isInstalled(lock, { packages }, { forDevelopers });

describe('isInstalled', () => {
  it('holds when every package is there as the lock file wants it', () => {
    expect(installed({ 'node_modules/zod': zod })).toBe(true);
  });

  it('holds without the packages that are for other machines', () => {
    expect(
      installed({ 'node_modules/zod': zod, 'node_modules/other-machine': lock.packages['node_modules/other-machine'] }),
    ).toBe(true);
  });

  it('wants what only developers use where they are the ones who ask', () => {
    expect(installed({ 'node_modules/zod': zod }, true)).toBe(false);
    const both = { 'node_modules/zod': zod, 'node_modules/vitest': lock.packages['node_modules/vitest'] };
    expect([installed(both, true), installed(both)]).toEqual([true, true]);
  });

  it('fails when a package is missing, as after an interrupted installation', () => {
    expect(installed({})).toBe(false);
  });

  it('fails when a package has another version or other contents', () => {
    expect(installed({ 'node_modules/zod': { ...zod, version: '4.6.6' } })).toBe(false);
    expect(installed({ 'node_modules/zod': { ...zod, integrity: 'sha512-x' } })).toBe(false);
  });

  it('fails when a package is there that the lock file does not know any more', () => {
    expect(installed({ 'node_modules/zod': zod, 'node_modules/gone': { version: '1.0.0' } })).toBe(false);
  });
});
