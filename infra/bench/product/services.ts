import { openLog } from '@inlet/local/log-file';
import { type ServiceProcess, type ServiceSpec, superviseService } from '@inlet/local/service-process';
import { type Surroundings, serviceSpecs } from '@inlet/local/services';
import { freePort } from '@inlet/local-servers/free-port';

/** What may run beside account, which always runs: ingest asks it when Redis does not know enough. */
export type ServiceName = 'worker' | 'ingest' | 'ingest-2' | 'gateway';

type Options = { surroundings: Surroundings; closers: AsyncDisposableStack; onDeath: (sentence: string) => void };

/** The product's services, which may be others from one measurement to the next. */
export async function controlServices({ surroundings, closers, onDeath }: Options) {
  const { dataDir } = surroundings.config;
  const specs = await specsOf(surroundings);
  const running = new Map<string, { service: ServiceProcess; pids: number[] }>();

  async function start(spec: ServiceSpec): Promise<void> {
    const log = openLog(dataDir, spec.name);
    const pids: number[] = [];
    const onStarted = (pid: number) => {
      // It died and was started again, which no measurement may pass over.
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
    /** Starts and stops processes until exactly these run beside account, all of them ready. */
    arrange: async (names: readonly ServiceName[]) => {
      const wanted: readonly string[] = ['account', ...names];
      await stopAllBut(wanted);
      for (const spec of specs) if (wanted.includes(spec.name) && !running.has(spec.name)) await start(spec);
    },
    /** What runs beside account. */
    running: () => [...running.keys()].filter((name) => name !== 'account') as ServiceName[],
    /** Pids of what runs, by service. */
    groups: () => {
      const groups: Record<string, number[]> = {};
      for (const [name, { pids }] of running) {
        const [service = name] = name.split('-');
        groups[service] = [...(groups[service] ?? []), ...pids];
      }
      return groups;
    },
    /** Where each ingest process answers. */
    ingestUrls: () =>
      specs
        .filter(({ name }) => name.startsWith('ingest') && running.has(name))
        .map(({ env }) => `http://127.0.0.1:${env.PORT}`),
  };
}

/** Every service, and a second ingest that differs from the first one by its port alone, as behind a load balancer. */
async function specsOf(surroundings: Surroundings): Promise<ServiceSpec[]> {
  const PORT = String(await freePort());
  const ready = `http://127.0.0.1:${PORT}/readyz`;
  return serviceSpecs(surroundings).flatMap((spec) => {
    // One account reads all lists here, far more often than an account may.
    if (spec.name === 'account') return { ...spec, env: { ...spec.env, RATE_LIMITS: 'off' } };
    return spec.name === 'ingest' ? [spec, { ...spec, name: 'ingest-2', env: { ...spec.env, PORT }, ready }] : spec;
  });
}
