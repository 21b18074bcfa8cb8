import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import type { LockFile } from '#image/production-closure.ts';
import { listPackages, writeSbom } from '#sbom/write-sbom.ts';

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const lock: LockFile = {
  packages: {
    'services/ingest': { dependencies: { '@a/b': '1', '@inlet/queue': '1' } },
    'services/worker': { dependencies: { '@inlet/queue': '1' } },
    'libs/queue': { dependencies: { queue: '2' } },
    'node_modules/@inlet/queue': { link: true, resolved: 'libs/queue' },
    'node_modules/@a/b': { version: '1.0.0', license: '(MIT OR Apache-2.0)', integrity, dependencies: { queue: '2' } },
    'node_modules/queue': { version: '2.0.0', license: 'MIT', hasInstallScript: true },
    'node_modules/vitest': { version: '5.0.0' },
  },
};

it('names what the services run, by which service, and what it needs', () => {
  const document = writeSbom(listPackages(lock, ['ingest', 'worker']), '0.1.0', new Date(0));
  const [ab, queue] = ['pkg:npm/%40a/b@1.0.0#node_modules/@a/b', 'pkg:npm/queue@2.0.0#node_modules/queue'];
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '1970-01-01T00:00:00.000Z', component: { name: 'inlet', version: '0.1.0' } },
    components: [
      {
        'bom-ref': ab,
        purl: 'pkg:npm/%40a/b@1.0.0',
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
        hashes: [{ alg: 'SHA-512', content: '01'.repeat(64) }],
        properties: [{ value: 'ingest' }],
      },
      {
        'bom-ref': queue,
        licenses: [{ license: { id: 'MIT' } }],
        properties: [{ value: 'ingest' }, { value: 'worker' }],
      },
    ],
    dependencies: [
      { ref: 'pkg:npm/inlet@0.1.0', dependsOn: [ab, queue] },
      { ref: ab, dependsOn: [queue] },
      { ref: queue, dependsOn: [] },
    ],
  });
});

/** Licences under which a service may be run, changed and sold. The documentation lists them. */
const accepted = ['MIT', 'Apache-2.0', 'ISC', 'BSD-3-Clause', 'BSD-2-Clause', '0BSD', 'MIT-0', 'BlueOak-1.0.0'];
const publicDomain = ['CC0-1.0', 'Unlicense'];
/** Their text is the MIT licence, but their package.json, which the lock file copies, does not name it. */
const inTheirText = ['passport-local', 'passport-strategy', 'pause'];
/** It decodes messages faster. Without its native part, which a script would build, it uses JavaScript. */
const scriptsThatNobodyRuns = ['msgpackr-extract'];

it('has no package with another licence, or with a script that an installation would have to run', () => {
  const whole = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as LockFile;
  const packages = listPackages(whole, ['account', 'gateway', 'ingest', 'worker']);
  expect(packages.length).toBeGreaterThan(100);
  const others = packages.filter(({ license }) => ![...accepted, ...publicDomain].includes(license ?? ''));
  expect(new Set(others.map(({ name }) => name))).toEqual(new Set(inTheirText));
  const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(scripted).toEqual(scriptsThatNobodyRuns);
  expect(readFileSync(join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
