import { spawn } from 'node:child_process';

/** The program that opens an address on each system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Tries to show a page. Whether it works does not matter: the address is on the screen too. */
export function openBrowser(address: string): void {
  if (!/^https?:$/.test(new URL(address).protocol)) return;
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
