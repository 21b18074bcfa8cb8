import pg from 'pg';
import type { TestAccount } from '#account.test-setup.ts';

/** Blocks all reads and writes of a table until the result is called. */
export async function lockTable({ ownerUrl }: TestAccount, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`begin; lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
  return () => client.end();
}
