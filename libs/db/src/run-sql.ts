import type { Pool, PoolClient } from 'pg';
import type { Prisma } from '#generated/client.ts';

/** Runs a statement in the transaction of its caller. */
export type RunSql = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

export function runOn(client: Pool | PoolClient): RunSql {
  return async <Row>(text: string, values: readonly unknown[]) => {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  };
}

/** The same in a transaction of Prisma's. */
export function runIn(tx: Prisma.TransactionClient): RunSql {
  return <Row>(text: string, values: readonly unknown[]) => tx.$queryRawUnsafe<Row[]>(text, ...values);
}
