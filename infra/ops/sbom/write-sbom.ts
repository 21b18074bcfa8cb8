import { randomUUID } from 'node:crypto';
import { type LockFile, placesNeededBy, productionClosure } from '#image/production-closure.ts';

type ProductionPackage = ReturnType<typeof listPackages>[number];

/** The services' dependencies, from the lock file alone: nothing has to be installed. */
export function listPackages(lock: LockFile, services: readonly string[]) {
  const usedBy = new Map<string, string[]>();
  for (const service of services) {
    for (const place of productionClosure(lock, `services/${service}`).packages) {
      usedBy.set(place, [...(usedBy.get(place) ?? []), service]);
    }
  }
  return [...usedBy].toSorted(byPlace).map(([place, users]) => {
    const { version = '', license, integrity, hasInstallScript = false, ...entry } = lock.packages[place] ?? {};
    return {
      /** The path of the package, as in `node_modules/zod`. */
      place,
      name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...{ version, license, integrity },
      /** npm would run a script of the package; `.npmrc` disables scripts. */
      hasInstallScript,
      usedBy: users,
      /** The paths of the packages that it needs. */
      needs: placesNeededBy(lock, place).filter((needed) => usedBy.has(needed)),
    };
  });
}

const byPlace = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/** The packages as a bill of materials in the format CycloneDX 1.6. */
export function writeSbom(packages: readonly ProductionPackage[], version: string, now = new Date()): object {
  const root = purlOf('inlet', version);
  const refs = new Map(packages.map(({ place, name, version: of }) => [place, `${purlOf(name, of)}#${place}`]));
  const refOf = (place: string) => refs.get(place) ?? place;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { type: 'application', 'bom-ref': root, name: 'inlet', version, purl: root },
    },
    components: packages.map(({ place, name, version: of, license, integrity, usedBy }) => ({
      type: 'library',
      'bom-ref': refOf(place),
      name,
      version: of,
      purl: purlOf(name, of),
      ...(license !== undefined && { licenses: [licenseOf(license)] }),
      ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
      properties: usedBy.map((value) => ({ name: 'inlet:service', value })),
    })),
    dependencies: [
      { ref: root, dependsOn: packages.map(({ place }) => refOf(place)) },
      ...packages.map(({ place, needs }) => ({ ref: refOf(place), dependsOn: needs.map(refOf) })),
    ],
  };
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** SPDX has an identifier for one licence, and an expression for a choice. */
function licenseOf(license: string): object {
  return / |\(/.test(license) ? { expression: license } : { license: { id: license } };
}

function hashOf(integrity: string): object {
  const [algorithm = '', content = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') };
}
