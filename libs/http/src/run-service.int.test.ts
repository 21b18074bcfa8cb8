import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

const packageDir = fileURLToPath(new URL('..', import.meta.url));
const token = 'a-token-of-at-least-32-characters';
const running = new Set<ChildProcess>();

/** The first lines of every example process. */
const beginning = `
  import * as z from 'zod';
  import { portSchema, readConfig, secretSchema } from '@inlet/process/config';
  import { listen } from '#server.ts';
  import { createLifecycle } from '@inlet/process/lifecycle';
  import { createLogger } from '@inlet/process/logger';
  import { runService, runTask } from '@inlet/process/run-service';
  const name = 'example';
  const loadConfig = () =>
    readConfig(z.object({ PORT: portSchema, TOKEN: secretSchema, LOG_LEVEL: z.string().default('info') }));
  const stayAlive = () => setInterval(() => undefined, 1_000);
`;

/** Runs some lines as a separate process and collects its output. */
function run(lines: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', beginning + lines], {
    cwd: packageDir,
    env: { PORT: '0', TOKEN: token, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return code ?? signal;
  });
  const says = (message: string) =>
    vi.waitFor(() => expect(output.stdout).toContain(`"msg":"${message}"`), { timeout: 60_000 });
  return { child, output, ended, says };
}

function messages({ stdout }: { readonly stdout: string }): string[] {
  const lines = stdout.trim().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line).msg);
}

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

describe('a bad configuration', () => {
  it('is told in one message without a stack, and the process ends with 1', async () => {
    const start = 'await runService({ name, loadConfig, start: async () => console.log("opened something") });';
    const { ended, output } = run(start, { PORT: 'eighty', TOKEN: '' });
    expect(await ended).toBe(1);
    expect(output).toEqual({
      stdout: '',
      stderr: 'The configuration cannot be used:\n  PORT: must be a port number\n  TOKEN: is missing\n',
    });
  });
});

describe('a start that fails', () => {
  const start = `await runService({ name, loadConfig, start: async ({ config, lifecycle }) => {
    lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
    stayAlive();
    const server = await listen(() => undefined, { host: '127.0.0.1', port: config.PORT });
    throw new Error('the door is jammed');
  } });`;

  it('reports in one sentence which port is in use, closes its resources, and exits with 1', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const address = occupant.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { ended, output } = run(start, { PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output.stderr).toBe(`example: Port ${port} is already in use by another process\ndisconnected\n`);
    occupant.close();
  });

  it('is logged with its cause when it is unexpected, closes its resources, and exits with 1', async () => {
    const { ended, output } = run(start);
    expect(await ended).toBe(1);
    expect(output.stderr).toBe('disconnected\n');
    expect(messages(output)).toContain('service: start failed');
    expect(output.stdout).toContain('the door is jammed');
  });
});

describe('a signal', () => {
  const start = `await runService({ name, loadConfig, start: async ({ config, lifecycle }) => {
    const server = await listen(() => undefined, { host: '127.0.0.1', port: config.PORT });
    lifecycle.onClose('stop intake', 'http server', server.close);
    lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
  } });`;

  it.each(['SIGTERM', 'SIGINT'] as const)('%s closes what is open and ends the process with 0', async (signal) => {
    const { child, ended, output, says } = run(start);
    await says('service: started');
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('disconnected\n');
    expect(messages(output)).toEqual(['service: started', 'service: closing']);
  });

  it('that comes twice closes once', async () => {
    const { child, ended, output, says } = run(`await runService({ name, loadConfig,
      start: async ({ lifecycle, logger }) => {
        stayAlive();
        lifecycle.onClose('finish work', 'work', () => new Promise((resolve) => {
          logger.info('working');
          process.once('SIGINT', () => setImmediate(resolve));
        }));
        lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
      } });`);
    await says('service: started');
    child.kill('SIGTERM');
    await says('working');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('disconnected\n');
  });

  it('ends with 1 when something did not close', async () => {
    const { child, ended, says } = run(`await runService({ name, loadConfig, start: async ({ lifecycle }) => {
      stayAlive();
      lifecycle.onClose('flush', 'queue', () => { throw new Error('stuck'); });
    } });`);
    await says('service: started');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  });
});

describe('an uncaught exception', () => {
  it.each([
    ['thrown in a timer', "setTimeout(() => { throw new Error('nobody caught it'); }, 1);"],
    ['of a promise that nobody looks at', "void Promise.reject(new Error('nobody caught it'));"],
  ])('%s closes what is open and ends the process with 1', async (_, fault) => {
    const { ended, output } = run(`await runService({ name, loadConfig, start: async ({ lifecycle }) => {
      stayAlive();
      lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
      ${fault}
    } });`);
    expect(await ended).toBe(1);
    expect(output.stderr).toBe('disconnected\n');
    expect(messages(output)).toContain('service: uncaught exception');
    expect(output.stdout).toContain('nobody caught it');
  });

  it('counts too when the process was closing already', async () => {
    const { child, ended, says } = run(`await runService({ name, loadConfig, start: async ({ lifecycle }) => {
      stayAlive();
      lifecycle.onClose('flush', 'queue', () => new Promise((resolve) => {
        process.prependOnceListener('uncaughtException', resolve);
        setImmediate(() => { throw new Error('while closing'); });
      }));
    } });`);
    await says('service: started');
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  });
});

describe('a close that waits for nothing', () => {
  it('ends the process with 1 at the deadline, and not with 0 because nothing holds it', async () => {
    const { ended, output } = run(`
      const lifecycle = createLifecycle({ logger: createLogger({ service: name, level: 'info' }), deadlineMs: 100 });
      lifecycle.onClose('finish work', 'endless', () => new Promise(() => undefined));
      void lifecycle.close('test').then((code) => process.exit(code));
    `);
    expect(await ended).toBe(1);
    expect(messages(output)).toEqual(['service: closing', 'service: closing took too long']);
  });
});

describe('runTask', () => {
  it('closes when the work is done and ends with 0', async () => {
    const { ended, output } = run(`await runTask({ name, loadConfig, run: async ({ lifecycle }) => {
      stayAlive();
      lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
    } });`);
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('disconnected\n');
  });

  it('closes when the work failed and ends with 1', async () => {
    const { ended, output } = run(`await runTask({ name, loadConfig, run: async ({ lifecycle }) => {
      stayAlive();
      lifecycle.onClose('disconnect', 'database', () => process.stderr.write('disconnected\\n'));
      throw new Error('nothing to seed');
    } });`);
    expect(await ended).toBe(1);
    expect(output.stderr).toBe('disconnected\n');
    expect(output.stdout).toContain('nothing to seed');
  });
});
