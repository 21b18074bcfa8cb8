import pg from 'pg';
import type { TestAccount } from '#account.test-setup.ts';

/** Keeps everybody from reading and writing a table until the answer is called: all others have to wait. */
export async function lockTable({ ownerUrl }: TestAccount, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`begin; lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
  return () => client.end();
}
