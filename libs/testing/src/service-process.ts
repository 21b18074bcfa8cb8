import { freePort } from '@inlet/local-servers/free-port';
import { type StartedProcess, startProcess } from '@inlet/local-servers/start-process';

export interface ServiceProcess extends StartedProcess {
  readonly url: string;
  readonly port: number;
  /** The resident memory of the process, from its metrics. */
  readonly residentBytes: () => Promise<number>;
}

export interface ServiceProcessOptions {
  /** The service's `main.ts`. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node, such as the heap size: Node's defaults depend on the machine. */
  readonly nodeOptions?: readonly string[];
}

/** Runs a service as in production: as a separate process, with nothing of the test in it. */
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
