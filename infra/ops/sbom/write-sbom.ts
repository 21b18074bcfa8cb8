import { randomUUID } from 'node:crypto';
import type { ProductionPackage } from '#sbom/list-packages.ts';

/** The packages as a bill of materials in the form of CycloneDX 1.6. */
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
      ...(license !== null && { licenses: [licenseOf(license)] }),
      ...(integrity !== null && { hashes: [hashOf(integrity)] }),
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

/** SPDX has a name for one licence, and an expression for a choice. */
function licenseOf(license: string): object {
  return / |\(/.test(license) ? { expression: license } : { license: { id: license } };
}

function hashOf(integrity: string): object {
  const [algorithm = '', content = ''] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') };
}
