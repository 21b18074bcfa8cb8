import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Causes } from '#alerts/causes.test-setup.ts';

/** Causes that affect everything, so that one is provoked after the other. */
export const outages: Causes = {
  'Redis is slow, and the worker stores nothing directly': {
    alerts: ['IngestSlow'],
    provoke: async ({ services }) => {
      const worker = await services.worker.pid();
      process.kill(worker, 'SIGSTOP');
      return () => process.kill(worker, 'SIGCONT');
    },
    meanwhile: async ({ redis, submit }) => {
      await redis.call('CLIENT', 'PAUSE', '900', 'WRITE');
      // While both paths are known to be closed, a refusal is fast: hundreds of these would hide the slow ones.
      await Promise.all([submit(), pause(1_000)]);
    },
  },
  'Redis is away': {
    alerts: ['RedisAway', 'DirectPath'],
    provoke: async ({ redisServer }) => {
      await redisServer.stop();
      return redisServer.start;
    },
    meanwhile: ({ submit }) => submit(),
  },
  'PostgreSQL is away': {
    alerts: ['PostgresAway', 'ApiErrors'],
    provoke: async ({ postgres }) => {
      await postgres.stop();
      return postgres.start;
    },
    meanwhile: ({ urls }) => fetch(`${urls.gateway}/api/products`),
  },
  'the worker is gone, and Redis as well': {
    alerts: ['ServiceDown', 'InstanceDown', 'IngestErrors'],
    provoke: async ({ services: { worker }, redisServer }) => {
      await worker.stop();
      await redisServer.stop();
      return async () => {
        await redisServer.start();
        await worker.start();
      };
    },
    meanwhile: ({ submit }) => submit(),
  },
  'PostgreSQL takes no writes': {
    alerts: ['PostgresReadOnly'],
    provoke: async ({ database: { pool } }) => {
      await pool.query('alter database inlet set default_transaction_read_only = on');
      await endOthers(pool);
      return async () => {
        await pool.query('set default_transaction_read_only = off');
        await pool.query('alter database inlet reset default_transaction_read_only');
        await endOthers(pool);
      };
    },
  },
  'Redis has become a replica': {
    alerts: ['RedisRefusesWrites'],
    provoke: async ({ redis }) => {
      await redis.replicaof('127.0.0.1', 1);
      return () => redis.replicaof('NO', 'ONE');
    },
  },
};

/** Ends the connections of the services; the next ones have the new setting. */
async function endOthers(pool: pg.Pool): Promise<void> {
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> 'test'`);
}
