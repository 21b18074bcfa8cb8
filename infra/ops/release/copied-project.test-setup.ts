import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { onTestFinished } from 'vitest';
import { findFiles } from '#release/find-files.ts';

const copied = [
  '{CHANGELOG,README}.md',
  'LICENSE',
  'docker-compose*.yml',
  'docs/**/*.md',
  'infra/{docker,monitoring}/**',
  'infra/proof/manifests/*.yaml',
  'inlet-setup',
  'k8s/**',
  'package{,-lock}.json',
  '{libs,services,infra}/*/package.json',
  'web/package.json',
];

/** Copies the files that a release reads and writes, with unreleased changes. The test removes the copy. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-copied-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of findFiles(projectRoot, copied)) cpSync(join(projectRoot, path), join(folder, path));
  return folder;
}

/** Gives the copy a changelog with unreleased changes since this version. */
export function writeChangelog(folder: string, since: string): void {
  const text = `# Changelog\n\n## [Unreleased]\n\n- New\n\n## [${since}] - 2026-01-02\n\n- First\n`;
  writeFileSync(join(folder, 'CHANGELOG.md'), text);
}
