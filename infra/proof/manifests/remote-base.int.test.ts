import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { rendered } from '#manifests/planted-faults.test-setup.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { canRender, render } from '#manifests/render.ts';

/** The overlay in the documentation whose parts are all addresses of a repository. */
function documentedOverlay(): string {
  const [, overlay] =
    /```yaml\n# mine\/kustomization\.yaml\n(.*?)```/s.exec(readProjectFile('docs/kubernetes.md')) ?? [];
  if (overlay === undefined) throw new Error('docs/kubernetes.md has no overlay that stands alone');
  return overlay;
}

/** A repository with the manifests of this project, and a tag. Returns its address. */
function publishManifests(folder: string): string {
  const repository = join(folder, 'inlet.git');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  for (const path of ['k8s', 'infra/monitoring', 'infra/docker/redis-cluster']) {
    cpSync(join(projectRoot, path), join(repository, path), { recursive: true });
  }
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=All');
  git('tag', 'v1.2.3');
  return `file://${repository}`;
}

it.skipIf(!canRender)('renders the documented overlay outside of a clone, as the example inside of it', async () => {
  const folder = await createDisposableFolder();
  const address = publishManifests(folder);
  const overlay = documentedOverlay();
  expect(overlay).toContain('https://git.example.com/inlet.git//k8s/base?ref=TAG');
  expect(overlay).not.toContain('../');
  const mine = join(folder, 'mine');
  mkdirSync(mine);
  const text = overlay.replaceAll('https://git.example.com/inlet.git', address).replaceAll('ref=TAG', 'ref=v1.2.3');
  writeFileSync(join(mine, 'kustomization.yaml'), text);
  expect(render(mine)).toEqual(rendered.get('k8s/overlays/production'));
});
