import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endProcess } from '#process-identity.ts';
import { guardServer } from '#server-guard.ts';
import type { ServerUser } from '#server-user.ts';
import { waitUntil } from '#wait-until.ts';

// A server that replays its log after a crash responds late; one that hangs never does.
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/** A server that runs until it is stopped or its starter ends; `exited` settles when it ends for any reason. */
export type EmbeddedServer = {
  url: string;
  port: number;
  pid: number;
  exited: Promise<void>;
  stop: () => Promise<void>;
};

export type ServerProcess = {
  name: string;
  program: string;
  args: string[];
  home: string;
  user: ServerUser | undefined;
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** Checks the server with this pid: another one may respond at its address. */
  isReady: (pid: number) => Promise<boolean>;
};

/** Starts a server and waits until it responds; if it ends instead, the error has the last lines of its log. */
export async function launchServer(server: ServerProcess): Promise<Omit<EmbeddedServer, 'url' | 'port'>> {
  const child = spawnServer(server);
  const dismiss = guardServer({ pid: child.pid, signal: server.stopSignal });
  let failure: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
    child.once('exit', (code, signal) => {
      failure = new Error(`${server.name} ended with ${signal ?? code}: ${lastLines(server.logFile)}`);
      resolve();
    });
  });
  void exited.then(dismiss);
  const pid = child.pid ?? 0;
  const stop = async () => {
    child.ref();
    await endProcess(pid, server.stopSignal, STOP_TIMEOUT_MS);
    await exited;
  };
  const ready = async () => {
    if (failure) throw failure;
    return server.isReady(pid);
  };
  try {
    await waitUntil(ready, { timeoutMs: READY_TIMEOUT_MS, what: `${server.name} to answer` });
  } catch (error) {
    if (!failure) await stop();
    throw error;
  }
  // The starter may end first; `stop` reverses this.
  child.unref();
  return { pid, exited, stop };
}

function spawnServer({ program, args, home, user, logFile }: ServerProcess) {
  const log = openSync(logFile, 'a', 0o600);
  try {
    // In a separate session, a terminal's Ctrl-C reaches the process that started the server, but not the server
    // itself.
    return spawn(program, args, {
      cwd: home,
      detached: true,
      stdio: ['ignore', log, log],
      ...(user && { uid: user.uid, gid: user.gid }),
    });
  } finally {
    closeSync(log);
  }
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
}
