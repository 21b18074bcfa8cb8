import { freePort } from '@inlet/local-servers/free-port';
import { type StartedProcess, startProcess } from '@inlet/local-servers/start-process';

export interface ServiceProcess extends StartedProcess {
  readonly url: string;
  readonly port: number;
  /** Memory that the process holds, as it tells Prometheus. */
  readonly residentBytes: () => Promise<number>;
}

export interface ServiceProcessOptions {
  /** The service's `main.ts`. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node, such as the size of the heap: what Node takes by itself depends on the machine. */
  readonly nodeOptions?: readonly string[];
}

/** A service as it runs in production: a process of its own, with nothing of the test's in it. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { program, env, nodeOptions = [] } = options;
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const service = startProcess({
    name: program,
    program: process.execPath,
    args: [...nodeOptions, program],
    env: { HOST: '127.0.0.1', INLET_MODE: 'local', LOG_LEVEL: 'silent', ...env, PORT: String(port) },
    ready: `${url}/readyz`,
  });
  try {
    await service.ready;
  } catch (error) {
    await service.stop();
    throw error;
  }
  const residentBytes = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(text)?.[1]);
  };
  return { ...service, url, port, residentBytes };
}
