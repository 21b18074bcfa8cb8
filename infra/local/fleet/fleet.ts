import { freePorts } from '@inlet/local-servers/free-port';
import { type ProcessOptions, type StartedProcess, startProcess } from '@inlet/local-servers/start-process';
import type { Balancer } from '#fleet/balancer.ts';
import type { ServiceSpec } from '#processes/service-process.ts';

export type Fleet = Awaited<ReturnType<typeof startFleet>>;
/** The exit of a process that was told to end. */
export type Ending = Awaited<ReturnType<Fleet['restart']>>[number];
export type FleetOptions = Pick<ProcessOptions, 'onLine' | 'readyTimeoutMs'>;

type Member = StartedProcess & { readonly port: number };

/** Longer than the deadline that a service sets itself, which a test measures. */
const endTimeoutMs = 60_000;

/** Several processes of one service behind one address. */
export async function startFleet(begun: ServiceSpec, copies: number, balancer: Balancer, options: FleetOptions = {}) {
  let spec = begun;
  const members: Member[] = [];
  const fallen: string[] = [];
  const grow = async () => {
    const member = await startMember(spec, options);
    balancer.add(member.port);
    members.push(member);
    void member.exited.then((how) => {
      if (members.includes(member)) fallen.push(`${spec.name} ended (${how})`);
    });
  };
  const shrink = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const oldest = members.shift();
    if (!oldest) throw new Error(`No ${spec.name} is running`);
    if (signal === 'SIGKILL') process.kill(oldest.pid, signal);
    balancer.remove(oldest.port);
    const begin = performance.now();
    const code = await oldest.stop();
    return { service: spec.name, code, seconds: (performance.now() - begin) / 1_000 };
  };
  const stop = async () => {
    await Promise.all(members.splice(0).map(({ stop }) => stop()));
  };
  const grown = await Promise.allSettled(Array.from({ length: copies }, grow));
  const failed = grown.find((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return {
    pids: () => members.map(({ pid }) => pid),
    /** What the next processes run. */
    use: (args: readonly string[]) => {
      spec = { ...spec, args };
    },
    args: () => spec.args,
    /** Processes that ended without being told to, in words: there should be none. */
    fallen: () => fallen,
    /** Replaces one process after the other: the new one is ready before the old one is told to end, or is killed. */
    restart: async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
      const endings = [];
      for (let copy = 0; copy < copies; copy += 1) {
        await grow();
        endings.push(await shrink(signal));
      }
      return endings;
    },
    /** Kills the oldest process, which cannot shut down in order, and then starts another in its place. */
    kill: async () => {
      await Promise.all([shrink('SIGKILL'), grow()]);
    },
    stop,
  };
}

async function startMember(spec: ServiceSpec, options: FleetOptions): Promise<Member> {
  const [port = 0, probePort = 0] = await freePorts(2);
  const hasProbePort = spec.env.PROBE_PORT !== undefined;
  const env = { ...spec.env, PORT: String(port), ...(hasProbePort && { PROBE_PORT: String(probePort) }) };
  const ready = `http://127.0.0.1:${hasProbePort ? probePort : port}/readyz`;
  const started = startProcess({ ...spec, env, ready }, { ...options, stopTimeoutMs: endTimeoutMs });
  try {
    await started.ready;
  } catch (error) {
    await started.stop();
    throw error;
  }
  return { ...started, port };
}
