import { canInstallPackages, installDebianPackage } from '@inlet/testing/debian-package';
import { findProgram } from '@inlet/testing/find-program';
import { withProgress } from '#local/progress.mjs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const debianPackage = 'chromium';
const missing =
  'The browser tests need Chromium: install it (Debian, Ubuntu: sudo apt-get install chromium), or Google Chrome.';

/** The browser's program, installed first where it is missing and this machine lets us. */
export async function findChromium(path: string): Promise<string> {
  const found = findProgram(programs, path);
  if (found) return found;
  if (!canInstallPackages(path)) throw new Error(missing);
  await withProgress('Installing Chromium with apt-get', () => installDebianPackage(debianPackage));
  const installed = findProgram(programs, path);
  if (!installed) throw new Error(missing);
  return installed;
}
