import { canInstallPackages, installDebianPackage, stopPackagedService } from '@inlet/testing/debian-package';
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
export async function findPrometheus(path: string): Promise<PrometheusPrograms> {
  const found = find(path);
  if (found) return found;
  if (!canInstallPackages(path)) throw new Error(missing);
  await installDebianPackage(debianPackage);
  await stopPackagedService(debianPackage);
  const installed = find(path);
  if (!installed) throw new Error(missing);
  return installed;
}

function find(path: string): PrometheusPrograms | undefined {
  const prometheus = findProgram(['prometheus'], path);
  const promtool = findProgram(['promtool'], path);
  return prometheus && promtool ? { prometheus, promtool } : undefined;
}
