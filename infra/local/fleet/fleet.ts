import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePorts } from '@inlet/testing/free-port';
import { waitUntil } from '@inlet/testing/wait-until';
import type { Balancer } from '#fleet/balancer.ts';
import type { ServiceSpec } from '#service-process.ts';

/** How a process ended that was asked to. */
export interface Ending {
  readonly service: string;
  readonly code: number | null;
  readonly seconds: number;
}

export interface Fleet {
  readonly pids: () => readonly number[];
  /** Those that ended without being told to, in words: none should. */
  readonly fallen: () => readonly string[];
  /** Replaces one process after the other: the new one serves before the old one is told to end. */
  readonly restart: () => Promise<Ending[]>;
  /** Kills the oldest process, which has no moment to put anything in order, and starts another in its place. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  readonly port: number;
}

const readyTimeoutMs = 60_000;
const readyIntervalMs = 50;
const probeTimeoutMs = 2_000;

/** Several processes of one service behind one address. */
export async function startFleet(spec: ServiceSpec, copies: number, balancer: Balancer): Promise<Fleet> {
  const members: Member[] = [];
  const fallen: string[] = [];
  const grow = async () => {
    const member = await startMember(spec);
    balancer.add(member.port);
    members.push(member);
    member.child.once('exit', (code, signal) => {
      if (members.includes(member)) fallen.push(`${spec.name} ended with ${signal ?? code}`);
    });
  };
  const shrink = async (): Promise<Ending> => {
    const oldest = members.shift();
    if (!oldest) throw new Error(`No ${spec.name} is running`);
    balancer.remove(oldest.port);
    const begin = performance.now();
    const code = await end(oldest.child);
    return { service: spec.name, code, seconds: (performance.now() - begin) / 1_000 };
  };
  const stop = async () => {
    await Promise.all(members.map(({ child }) => end(child)));
  };
  try {
    await Promise.all(Array.from({ length: copies }, grow));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pids: () => members.map(({ child }) => child.pid ?? 0),
    fallen: () => fallen,
    restart: async () => {
      const endings: Ending[] = [];
      for (let copy = 0; copy < copies; copy += 1) {
        await grow();
        endings.push(await shrink());
      }
      return endings;
    },
    kill: async () => {
      const oldest = members.shift();
      if (!oldest) throw new Error(`No ${spec.name} is running`);
      balancer.remove(oldest.port);
      oldest.child.kill('SIGKILL');
      await grow();
    },
    stop,
  };
}

async function startMember({ name, program, args, cwd, env }: ServiceSpec): Promise<Member> {
  const [port = 0, probePort = 0] = await freePorts(2);
  const hasProbePort = env.PROBE_PORT !== undefined;
  const own = { PORT: String(port), ...(hasProbePort && { PROBE_PORT: String(probePort) }) };
  const child = spawn(program, args, { cwd, env: { ...env, ...own }, stdio: ['ignore', 'ignore', 'inherit'] });
  const readyUrl = `http://127.0.0.1:${hasProbePort ? probePort : port}/readyz`;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode} before it was ready`);
    return answers(readyUrl);
  };
  try {
    await waitUntil(isReady, { timeoutMs: readyTimeoutMs, intervalMs: readyIntervalMs, what: `${name} to be ready` });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return { child, port };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return child.exitCode;
}
