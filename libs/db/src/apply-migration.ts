import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A migration: its name, which sorts it, and its statements. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Longest wait of a statement for its lock. Other statements queue behind a waiting migration, so one long export would
 * block them all: the migration steps back, lets them pass, and retries.
 */
const lockTimeoutMs = 1_000;
const limitWaits = `set lock_timeout = ${lockTimeoutMs}`;
const pauseMs = 250;
/** Ten minutes or so, which is longer than our longest statement that locks a table. */
const lockAttempts = 480;
/** SQLSTATE of a lock timeout: the statement had no effect. */
const lockNotAvailable = '55P03';

/** As Prisma's tools know it. */
const makeTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/**
 * Applies a migration, each statement in a transaction with the number of statements that are done: after a kill the
 * next process goes on behind them. An index that is built concurrently allows no transaction; what is left of it is
 * dropped before it is built again.
 */
export async function applyMigration(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query(limitWaits);
  await client.query(makeTable);
  const begun = await readBegun(client, name);
  const id = begun?.id ?? randomUUID();
  const checksum = createHash('sha256').update(sql).digest('hex');
  const statements = statementsOf(sql);
  const count = (done: number) =>
    client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, applied_steps_count, finished_at)
       values ($1, $2, $3, $4, case when $5 then now() end)
       on conflict (id) do update set (checksum, applied_steps_count, finished_at) =
         row(excluded.checksum, excluded.applied_steps_count, excluded.finished_at)`,
      [id, checksum, name, done, done === statements.length],
    );
  for (const [index, statement] of statements.entries()) {
    if (index < (begun?.done ?? 0)) continue;
    await tryAgain(() => applyStatement(client, statement, () => count(index + 1)));
  }
}

/** Cut at every semicolon, a quoted one included, as Prisma's tools do. */
const statementsOf = (sql: string) =>
  sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

async function readBegun(client: pg.Client, name: string): Promise<{ id: string; done: number } | undefined> {
  const { rows } = await client.query<{ id: string; done: number }>(
    `select id, applied_steps_count as done from _prisma_migrations
     where migration_name = $1 and finished_at is null and rolled_back_at is null`,
    [name],
  );
  // Prisma's tools note a migration before its first statement, and count none of them.
  if (rows[0]?.done === 0) throw new Error(`An earlier build began the migration ${name}: docs/runbooks/upgrading.md`);
  return rows[0];
}

// The check of migrations refuses every other statement that works concurrently.
// safe because: they read our own migrations, one statement at a time
const concurrent = /^(?:create (?:unique )?|drop )index concurrently (?:if exists )?("?\w+"?)/i;
const comments = /^[ \t]*--.*$/gm;

async function applyStatement(client: pg.Client, statement: string, count: () => Promise<unknown>): Promise<void> {
  const [, index] = concurrent.exec(statement.replaceAll(comments, '').trim()) ?? [];
  if (index !== undefined) {
    // It holds up nobody while it waits.
    await client.query('set lock_timeout = 0');
    await client.query(`drop index concurrently if exists ${index}`);
    await client.query(statement);
    await count();
    await client.query(limitWaits);
    return;
  }
  await client.query('begin');
  try {
    await client.query(statement);
    await count();
    await client.query('commit');
  } catch (error) {
    // The connection may be gone, and the transaction with it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function tryAgain(statement: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await statement();
      return;
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isLocked || attempt === lockAttempts) throw error;
      await pause(pauseMs);
    }
  }
}
