import type { Closers } from '@inlet/local/closers';
import { openLog } from '@inlet/local/log-file';
import { type ServiceProcess, type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { type Surroundings, serviceSpecs } from '@inlet/local/services';
import { freePorts } from '@inlet/testing/free-port';

/** How many processes of each service run. Account always runs: ingest asks it when Redis does not know enough. */
export type Arrangement = { ingests: number; workers: number; gateways: 0 | 1 };

type Options = { surroundings: Surroundings; closers: Closers; onDeath: (sentence: string) => void };
type Running = { service: ServiceProcess; pids: number[] };

const MOST_OF_EACH = 2;

/** The product's services, in numbers that may change from one measurement to the next. */
export async function controlServices({ surroundings, closers, onDeath }: Options) {
  const { dataDir } = surroundings.config;
  const specs = await withCopies(serviceSpecs(surroundings).map(withoutLimitOfRequests));
  const running = new Map<string, Running>();
  let current: Arrangement = { ingests: 0, workers: 0, gateways: 0 };

  async function start(spec: ServiceSpec): Promise<void> {
    const { stream } = openLog(dataDir, spec.name);
    const pids: number[] = [];
    const onStarted = (pid: number) => {
      // It died and was started again, which no measurement may pass over.
      if (pids.length > 0) onDeath(`${spec.name} died under the load`);
      pids[0] = pid;
    };
    const service = superviseService(spec, { log: stream, say: console.log, onStarted });
    running.set(spec.name, { service, pids });
    await service.ready;
  }

  async function stop(name: string): Promise<void> {
    const found = running.get(name);
    running.delete(name);
    await found?.service.stop();
  }

  closers.add(async () => {
    for (const name of [...running.keys()].reverse()) await stop(name);
  });

  return {
    /** Starts and stops processes until exactly these run, all of them ready; what is not named stays as it is. */
    arrange: async (change: Partial<Arrangement>) => {
      current = { ...current, ...change };
      const wanted = new Set(namesOf(current));
      for (const name of [...running.keys()].reverse()) if (!wanted.has(name)) await stop(name);
      for (const spec of specs) if (wanted.has(spec.name) && !running.has(spec.name)) await start(spec);
    },
    arrangement: () => current,
    /** Pids of what runs, by service. */
    groups: () => {
      const groups: Record<string, number[]> = {};
      for (const [name, { pids }] of running) {
        const [service = name] = name.split('-');
        groups[service] = [...(groups[service] ?? []), ...pids];
      }
      return groups;
    },
    /** Where each ingest process answers, in the order in which they were started. */
    ingestUrls: () =>
      specs
        .filter(({ name }) => name.startsWith('ingest') && running.has(name))
        .map(({ env }) => `http://127.0.0.1:${env.PORT}`),
  };
}

function namesOf({ ingests, workers, gateways }: Arrangement): string[] {
  const some = (name: string, count: number) => Array.from({ length: count }, (_, index) => copyName(name, index));
  return ['account', ...some('worker', workers), ...some('ingest', ingests), ...some('gateway', gateways)];
}

const copyName = (name: string, index: number) => (index === 0 ? name : `${name}-${index + 1}`);

/** One account reads all lists here, far more often than an account may. */
function withoutLimitOfRequests(spec: ServiceSpec): ServiceSpec {
  return spec.name === 'account' ? { ...spec, env: { ...spec.env, RATE_LIMITS: 'off' } } : spec;
}

// Copies differ by their port alone, as they would behind a load balancer.
async function withCopies(specs: readonly ServiceSpec[]): Promise<ServiceSpec[]> {
  const copied = specs.flatMap((spec) => {
    const count = ['ingest', 'worker'].includes(spec.name) ? MOST_OF_EACH : 1;
    return Array.from({ length: count }, (_, index) => ({ spec, index }));
  });
  const ports = await freePorts(copied.length);
  return copied.map(({ spec, index }, position) => {
    if (index === 0) return spec;
    const PORT = String(ports[position]);
    const name = copyName(spec.name, index);
    return { ...spec, name, env: { ...spec.env, PORT }, ready: `http://127.0.0.1:${PORT}/readyz` };
  });
}
