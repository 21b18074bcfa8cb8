import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, writeChangelog } from '@inlet/ops/release/copied-project.test-setup';
import { images } from '@inlet/ops/release/images';
import { release } from '@inlet/ops/release/release';
import { expect, it, vi } from 'vitest';
import { parseComposeFile } from '#images/compose-file.ts';
import { canRender, render } from '#manifests/render.ts';
import { containersOf } from '#manifests/workloads.ts';

const registry = 'registry.example.com/acme';
const digestOf = (name: string) => `sha256:${name.length.toString(16).repeat(64)}`;

/** The published files of a version, from a copy of the project that has just been released. */
async function publish(version: string) {
  const project = copyProject();
  writeChangelog(project, '0.1.0');
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await release([version], project);
  printed.mockRestore();
  const digests = join(project, 'digests');
  mkdirSync(digests);
  for (const name of images) writeFileSync(join(digests, name), `${digestOf(name)}\n`);
  const publishInto = async (name: string) => {
    const folder = join(project, name);
    const source = ['--source', 'https://code.example.com/inlet'];
    await release(['files', folder, '--registry', registry, '--digests', digests, ...source], project);
    return folder;
  };
  return { digests, publishInto };
}

const unpack = (folder: string, archive: string) => {
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  return readdirSync(folder);
};

it('publishes files that name each image by registry, version and digest, with their checksums', async () => {
  const { publishInto } = await publish('99.0.0');
  const folder = await publishInto('published');
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining([
      'SHA256SUMS',
      'docker-compose.yml',
      'inlet-compose-99.0.0.tar.gz',
      'inlet-kubernetes-99.0.0.tar.gz',
      'release-notes.md',
    ]),
  );
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect(sums.trim().split('\n')).toHaveLength(readdirSync(folder).length - 1);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  expect(readFileSync(join(folder, 'release-notes.md'), 'utf8')).toBe('- New\n');

  unpack(folder, 'inlet-compose-99.0.0.tar.gz');
  const compose = readFileSync(join(folder, 'inlet-99.0.0/docker-compose.yml'), 'utf8');
  expect(readFileSync(join(folder, 'docker-compose.yml'), 'utf8')).toBe(compose);
  const used = Object.values(parseComposeFile(compose).services).filter(({ image }) => image.includes('/inlet-'));
  expect(new Set(used.map(({ image }) => image))).toEqual(
    new Set(images.map((name) => `\${INLET_IMAGE_REGISTRY:-${registry}}/inlet-${name}:99.0.0@${digestOf(name)}`)),
  );
  const mounted = Object.values(parseComposeFile(compose).services).flatMap(({ volumes }) => volumes);
  const paths = mounted.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('.'));
  expect(paths).toContain('./infra/monitoring/prometheus');
  expect(paths.filter((path) => !existsSync(join(folder, 'inlet-99.0.0', path)))).toEqual([]);
});

it.skipIf(!canRender)('publishes manifests whose overlays render, with the same images', async () => {
  const { publishInto } = await publish('99.0.0');
  const folder = await publishInto('published');
  unpack(folder, 'inlet-kubernetes-99.0.0.tar.gz');
  const services = images.filter((name) => name !== 'tools');
  for (const [overlay, names] of [['local', services] as const, ['production', images] as const]) {
    const containers = containersOf(render(join(folder, 'inlet-99.0.0/k8s/overlays', overlay)));
    const used = containers.map(({ image = '' }) => image).filter((image) => image.includes('inlet-'));
    expect(new Set(used)).toEqual(new Set(names.map((name) => `${registry}/inlet-${name}:99.0.0@${digestOf(name)}`)));
  }
});

it('publishes the same bytes again', async () => {
  const { publishInto } = await publish('99.0.0-rc.1');
  const [one, other] = [await publishInto('one'), await publishInto('other')];
  expect(readFileSync(join(one, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(other, 'SHA256SUMS'), 'utf8'));
});

it('publishes nothing while the digest of an image is missing', async () => {
  const { digests, publishInto } = await publish('99.0.0');
  writeFileSync(join(digests, 'tools'), 'sha256:\n');
  await expect(publishInto('published')).rejects.toThrow('tools has no digest');
});
