import { findOrInstall, installDebianPackage, stopPackagedService } from '@inlet/testing/debian-package';
import { findProgram } from '@inlet/testing/find-program';

const debianPackage = 'prometheus';
const missing =
  'The tests of the alerts need Prometheus: install it (Debian, Ubuntu: sudo apt-get install prometheus), which ' +
  'brings promtool too.';

export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
}

/** Prometheus and its tool, installed first where they are missing and this machine lets us. */
export function findPrometheus(path: string): Promise<PrometheusPrograms> {
  async function install(): Promise<void> {
    await installDebianPackage(debianPackage);
    await stopPackagedService(debianPackage);
  }
  return findOrInstall(() => find(path), { path, missing, install });
}

function find(path: string): PrometheusPrograms | undefined {
  const prometheus = findProgram(['prometheus'], path);
  const promtool = findProgram(['promtool'], path);
  return prometheus && promtool ? { prometheus, promtool } : undefined;
}
