import pg from 'pg';

/**
 * Longest wait of a statement for its lock. Other statements queue behind a waiting migration, so one long export would
 * block them all: the migration steps back, lets them pass, and retries.
 */
const lockTimeoutMs = 1_000;
const pauseMs = 250;
/** Ten minutes or so, which is longer than our longest statement that locks a table. */
const lockAttempts = 480;
/** SQLSTATE of a lock timeout: the statement had no effect. */
const lockNotAvailable = '55P03';

/** A pool for migrations: each statement waits for its lock for a short time, and is then retried. */
export class MigrationPool extends pg.Pool {
  constructor(connectionString: string) {
    super({
      connectionString,
      onConnect: async (client) => {
        await client.query(`set lock_timeout = ${lockTimeoutMs}`);
      },
    });
    const once = this.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    this.query = ((...args: unknown[]) => tryAgain(() => once(...args))) as typeof this.query;
  }
}

async function tryAgain<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await statement();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === lockNotAvailable;
      if (!isLocked || attempt === lockAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
