import pg from 'pg';

/**
 * Longest wait of a statement for its lock. Whoever asks for a table waits behind a migration that waits for it, so one
 * long export would stop everybody: the migration steps back instead, lets them pass, and tries again.
 */
const lockTimeoutMs = 1_000;
const pauseMs = 250;
/** Some ten minutes, which is longer than the longest statement of ours that holds a table. */
const lockAttempts = 480;
/** SQLSTATE of a lock that was not to be had in time: nothing of the statement has happened. */
const lockNotAvailable = '55P03';

/** A pool for migrations: each of its statements waits a little for its lock, again and again. */
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
