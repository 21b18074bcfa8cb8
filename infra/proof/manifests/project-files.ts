import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';

/** The text of a file of the project. */
export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

export function isInProject(path: string): boolean {
  return existsSync(join(projectRoot, path));
}
