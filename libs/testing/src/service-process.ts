import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#free-port.ts';
import { waitUntil } from '#wait-until.ts';

export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly isRunning: () => boolean;
  /** Memory that the process holds, as it tells Prometheus. */
  readonly residentBytes: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface ServiceProcessOptions {
  /** The service's `main.ts`. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Megabytes of heap; what Node takes by itself depends on the machine. */
  readonly heapMegabytes?: number;
}

const startTimeoutMs = 20_000;
const stopTimeoutMs = 10_000;

/** A service as it runs in production: a process of its own, with nothing of the test's in it. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { program, env, heapMegabytes } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const child = spawn(process.execPath, [...flags, program], {
    env: { HOST: '127.0.0.1', PORT: String(port), INLET_MODE: 'local', LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  async function residentBytes(): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(text)?.[1]);
  }

  async function stop(): Promise<void> {
    const kill = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(kill);
  }

  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await waitUntil(isReady, { timeoutMs: startTimeoutMs, what: `${program} to be ready` });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, pid: child.pid ?? 0, isRunning, residentBytes, stop };
}
