import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const program = resolve(import.meta.dirname, '../../../infra/local/build-packages.ts');
let built: Promise<unknown> | undefined;

/** Builds our packages as npm gets them, so that samples import what a website would. */
export async function buildNpmPackages(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [program, 'client', 'react']);
  await built;
}
