import { openLog } from '@inlet/local/log-file';
import { type ServiceProcess, type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { type Surroundings, serviceSpecs } from '@inlet/local/services';

/** Services that may run besides account, which always runs: ingest asks it if Redis lacks data. */
export type ServiceName = 'worker' | 'ingest' | 'gateway';

type Options = { surroundings: Surroundings; closers: AsyncDisposableStack; onDeath: (sentence: string) => void };

/** The product's services, which may change from one measurement to the next. */
export function controlServices({ surroundings, closers, onDeath }: Options) {
  const { dataDir } = surroundings.config;
  const specs = specsOf(surroundings);
  const running = new Map<string, { service: ServiceProcess; pids: number[] }>();

  async function start(spec: ServiceSpec): Promise<void> {
    const log = openLog(dataDir, spec.name);
    const pids: number[] = [];
    const onStarted = (pid: number) => {
      // The process died and was restarted, which makes the measurement invalid.
      if (pids.length > 0) onDeath(`${spec.name} died under the load`);
      pids[0] = pid;
    };
    const service = superviseService(spec, { log, say: console.log, onStarted });
    running.set(spec.name, { service, pids });
    await service.ready;
  }

  async function stopAllBut(wanted: readonly string[]): Promise<void> {
    for (const [name, { service }] of [...running].reverse()) {
      if (wanted.includes(name)) continue;
      running.delete(name);
      await service.stop();
    }
  }

  closers.defer(() => stopAllBut([]));

  return {
    /** Starts and stops processes until exactly these run besides account, all of them ready. */
    arrange: async (names: readonly ServiceName[]) => {
      const wanted: readonly string[] = ['account', ...names];
      await stopAllBut(wanted);
      for (const spec of specs) if (wanted.includes(spec.name) && !running.has(spec.name)) await start(spec);
    },
    /** The services that run besides account. */
    running: () => [...running.keys()].filter((name) => name !== 'account') as ServiceName[],
    /** The pids of running services. */
    groups: () => Object.fromEntries([...running].map(([name, { pids }]) => [name, pids])),
  };
}

function specsOf(surroundings: Surroundings): ServiceSpec[] {
  // One account reads all lists here, far more often than the rate limit allows.
  return serviceSpecs(surroundings).map((spec) =>
    spec.name === 'account' ? { ...spec, env: { ...spec.env, RATE_LIMITS: 'off' } } : spec,
  );
}
