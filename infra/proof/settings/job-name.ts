import { createHash } from 'node:crypto';
import { parse } from 'yaml';

// safe because: it reads our own manifest
const jobName = /^( {2}name: migrate-\d+\.\d+\.\d+(?:-rc\.\d+)?)(?:-[0-9a-f]{8})?$/m;

/**
 * The manifest of the migration; the Job's name contains a hash of its content. A cluster refuses to change a Job, but
 * accepts a Job with another name. Versions of images do not count, because the name contains the release.
 */
export function writeJobName(manifest: string): string {
  const { spec } = parse(manifest) as { spec: object };
  const withoutVersions = JSON.stringify(spec).replaceAll(/("image":"[^":]+):[^"]+"/g, '$1"');
  const hash = createHash('sha256').update(withoutVersions).digest('hex').slice(0, 8);
  return manifest.replace(jobName, `$1-${hash}`);
}
