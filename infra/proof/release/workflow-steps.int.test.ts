import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { images, platforms } from '@inlet/ops/release/images';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readProjectFile } from '#manifests/project-files.ts';
import { copyReleased, runWorkflow, type Steps } from '#release/run-workflow.test-setup.ts';

const registry = 'registry.example.com/acme';
const workflow = parse(readProjectFile('.github/workflows/release.yml')) as Steps;
const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** Stand-ins for what needs a registry, GitHub or Sigstore. Each notes its call; the digest of an image follows from its name. */
const programs: Readonly<Record<string, string>> = {
  docker: `if [ "$1" = login ]; then cat; fi >&2
if [ "$3" = inspect ]; then printf '"sha256:%s"' "$(printf %s "$4" | sha256sum | cut -c 1-64)"; fi`,
  cosign: 'if [ "$1" = sign-blob ]; then touch "$4"; fi',
  gh: 'if [ "$GH_TOKEN" != token ]; then exit 1; fi',
};

async function openRunner(version: string) {
  const folder = await createDisposableFolder();
  const calls = join(folder, 'calls');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh -e\necho "${name} $*" >> '${calls}'\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const runner = {
    programs: bin,
    project: copyReleased(join(folder, 'project'), version),
    folder,
    env: { GITHUB_REF_NAME: `v${version}` },
    contextsOf: (matrix: object) => ({
      vars: { REGISTRY: registry },
      secrets: {},
      github: {
        actor: 'ada',
        event: { head_commit: { timestamp: '2026-11-29T00:00:00Z' } },
        token: 'token',
        ref_name: `v${version}`,
        repository: 'acme/inlet',
        server_url: 'https://code.example.com',
        sha: '0123456789abcdef0123456789abcdef01234567',
      },
      steps: { build: { outputs: { digest: digestOf(JSON.stringify(matrix)) } } },
    }),
  };
  return { runner, callsOf: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

it.each([
  ['1.2.3', '--latest'],
  ['1.2.3-rc.1', '--prerelease'],
])('every script of the release workflow runs: %s', async (version, kind) => {
  const { runner, callsOf } = await openRunner(version);
  runWorkflow(workflow, runner);
  const calls = callsOf();
  const signIns = calls.filter((call) => call === 'docker login registry.example.com --username ada --password-stdin');
  expect(signIns).toHaveLength(images.length * (platforms.length + 1));
  for (const name of images) {
    const image = `${registry}/inlet-${name}`;
    const built = platforms.map((platform) => `${image}@${digestOf(JSON.stringify({ image: name, platform }))}`);
    const together = ` --tag ${image}:${version} ${built.toSorted().join(' ')}`;
    expect(calls.map((call) => call.trim())).toContain(`docker buildx imagetools create${together}`);
    expect(calls).toContain(`cosign sign --yes --recursive ${image}@${digestOf(`${image}:${version}`)}`);
  }
  expect(calls.slice(-2)).toEqual([
    'cosign sign-blob --yes --bundle SHA256SUMS.sigstore.json SHA256SUMS',
    expect.stringContaining(`gh release create v${version} ${kind} --verify-tag --title v${version}`),
  ]);
  const published = join(runner.folder, 'publish-0/published');
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: published, stdio: 'ignore' });
  for (const file of readdirSync(published)) expect(calls.at(-1)).toContain(`published/${file}`);
  const compose = readFileSync(join(published, 'docker-compose.yml'), 'utf8');
  const account = `${registry}/inlet-account:${version}`;
  expect(compose).toContain(`/inlet-account:${version}@${digestOf(account)}`);
});
