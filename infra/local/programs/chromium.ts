import { findOrInstall, installDebianPackages } from '@inlet/local-servers/debian-package';
import { findProgram } from '@inlet/local-servers/find-program';
import { withProgress } from '#install/progress.mjs';

// The headless shell opens a page with a third of the work of a whole browser.
export const chromiumPrograms = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const missing =
  'The browser tests need Chromium: install it (Debian, Ubuntu: sudo apt-get install chromium), or Google Chrome.';

/** The browser's program, installed first if it is missing and if this machine permits. */
export function findChromium(path: string): Promise<string> {
  const install = () => withProgress('Installing Chromium with apt-get', installChromium);
  return findOrInstall(() => findProgram(chromiumPrograms, path), { path, missing, install });
}

/** Debian has a package of the shell alone, Ubuntu only the whole browser. */
export async function installChromium(): Promise<void> {
  await installDebianPackages('chromium-headless-shell').catch(() => installDebianPackages('chromium'));
}

/** For Playwright, whose own handlers would end the process before the product is stopped. */
export const withoutSignalHandlers = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;
