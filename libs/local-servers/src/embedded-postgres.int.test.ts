import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withAdmin } from '#admin-database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres.ts';
import { commandLine, sendSignal } from '#process-identity.ts';
import { serverUser } from '#server-user.ts';
import { waitUntil } from '#wait-until.ts';

type Options = Partial<Parameters<typeof startEmbeddedPostgres>[0]>;

async function start(dir: string, options: Options = {}) {
  const server = await startEmbeddedPostgres({ dir, durable: false, ...options });
  onTestFinished(() => server.stop());
  return server;
}
const run = (url: string, sql: string) => withAdmin(url, async (client) => (await client.query(sql)).rows);
// Both run as the server's user: PostgreSQL ignores processes of other users when it checks its lock file.
function spawnAsServer(program: string, args: string[]) {
  const { uid, gid } = serverUser() ?? {};
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], ...(uid && gid && { uid, gid }) });
  onTestFinished(() => void child.kill());
  return child;
}
const startSleeper = async () => spawnAsServer('sleep', ['1000']).pid ?? 0;
// Its parent does not reap it, so it keeps its pid without a command line.
async function startZombie(): Promise<number> {
  const parent = spawnAsServer('sh', ['-c', 'true & echo $!; exec sleep 1000']);
  const [line] = await once(parent.stdout ?? parent, 'data');
  await waitUntil(() => commandLine(Number(line)) === undefined, { what: 'the end of the process' });
  return Number(line);
}
const folder = async () => join(await createDisposableFolder(), 'postgres');

describe('startEmbeddedPostgres', () => {
  it('runs two servers side by side that share nothing', async () => {
    const [first, second] = await Promise.all([start(await folder()), start(await folder())]);
    await run(first.url, 'create table only_in_the_first ()');
    expect(await run(second.url, "select to_regclass('only_in_the_first') as found")).toEqual([{ found: null }]);
  });

  it('refuses connections without the password', async () => {
    const { url } = await start(await folder());
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(run(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('speaks UTF-8, sorts the same on every machine, and forces writes to disk', async () => {
    const { url } = await start(await folder(), { durable: true, database: 'forms' });
    const settings = ['server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_connections'];
    const rows = await run(url, `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join()}`);
    expect(rows).toEqual([
      {
        server_encoding: 'UTF8',
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        max_connections: '200',
      },
    ]);
    expect(
      await run(url, "select datlocprovider as by, datlocale as locale from pg_database where datname = 'forms'"),
    ).toEqual([{ by: 'b', locale: 'C.UTF-8' }]);
  });

  it('finds its data again after a stop', async () => {
    const dir = await folder();
    const first = await start(dir, { database: 'forms' });
    await run(first.url, 'create table kept as select 1 as value');
    await first.stop();
    expect(commandLine(first.pid)).toBeUndefined();
    const second = await start(dir, { database: 'forms' });
    expect(await run(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  });

  it('ends a server that outlived its starter before it takes the data over', async () => {
    const dir = await folder();
    const leftover = await start(dir);
    await run(leftover.url, 'create table kept ()');
    const { url } = await start(dir);
    await leftover.exited;
    expect(await run(url, "select to_regclass('kept') as found")).toEqual([{ found: 'kept' }]);
  });

  it('recovers what was committed when the server was killed', async () => {
    const dir = await folder();
    const killed = await start(dir, { durable: true });
    await run(killed.url, 'create table kept as select 1 as value');
    sendSignal(killed.pid, 'SIGKILL');
    await killed.exited;
    const { url } = await start(dir, { durable: true });
    expect(await run(url, 'select value from kept')).toEqual([{ value: 1 }]);
  });

  it('waits for the last process of a server that was killed', async () => {
    const dir = await folder();
    const logFile = `${dir}.log`;
    const killed = await start(dir, { logFile });
    const [{ pid }] = await run(killed.url, "select pid from pg_stat_activity where backend_type = 'checkpointer'");
    onTestFinished(() => void sendSignal(pid, 'SIGKILL'));
    sendSignal(pid, 'SIGSTOP');
    sendSignal(killed.pid, 'SIGKILL');
    await killed.exited;
    const starting = start(dir, { logFile });
    const isRefused = async () => (await readFile(logFile, 'utf8')).includes('is still in use');
    await Promise.race([waitUntil(isRefused, { what: 'a start that is refused' }), starting]);
    sendSignal(pid, 'SIGCONT');
    expect(await run((await starting).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('begins again after a first start that was interrupted', async () => {
    const dir = await folder();
    await mkdir(join(dir, 'cluster.unfinished/base'), { recursive: true });
    await writeFile(join(dir, 'cluster.unfinished/PG_VERSION'), '18');
    const { url } = await start(dir);
    expect(await run(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dir, 'cluster.unfinished'))).toBe(false);
  });

  it.each([
    ['is another one by now', startSleeper],
    ['has ended, and was not collected', startZombie],
  ])('starts although its lock file names a process that %s', async (_what, startProcess) => {
    const dir = await folder();
    const first = await start(dir);
    const lockFile = join(dir, 'cluster/postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await first.stop();
    await writeFile(lockFile, lock.replace(/^\d+/, String(await startProcess())));
    const { url } = await start(dir);
    expect(await run(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('works in a folder whose path is longer than a socket may have', async () => {
    const dir = join(await createDisposableFolder(), 'long'.repeat(40), 'postgres');
    const { url } = await start(dir);
    expect(await run(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('writes no value of a row or a statement into its log', async () => {
    const logFile = join(await createDisposableFolder(), 'postgres.log');
    const { url } = await start(await folder(), { logFile });
    await run(url, 'create table kept (id int primary key, data json, size int check (size > 0))');
    const refused = [
      { sql: 'insert into kept values (1, $1, -1)', values: ['{"m":"CANARY"}'], says: 'violates check constraint' },
      { sql: 'insert into kept values ($1, $2, 1)', values: [null, '{"m":"CANARY"}'], says: 'violates not-null' },
      {
        sql: 'insert into kept values (2, $1, 1)',
        values: ['{"m":CANARY}'],
        says: 'invalid input syntax for type json',
      },
    ];
    await withAdmin(url, async (client) => {
      // An operator may set this to find slow statements.
      await client.query('set log_min_duration_statement = 0');
      for (const { sql, values, says } of refused) await expect(client.query(sql, values)).rejects.toThrow(says);
      await client.query('insert into kept values (3, $1, 1)', ['{"m":"CANARY"}']);
    });
    const log = await readFile(logFile, 'utf8');
    for (const { sql, says } of refused) {
      expect(log).toContain(says);
      expect(log).toContain(sql);
    }
    expect(log).not.toContain('CANARY');
  });

  it('reports why it cannot start', async () => {
    const { port } = await start(await folder());
    await expect(start(await folder(), { port })).rejects.toThrow('could not bind');
  });
});
