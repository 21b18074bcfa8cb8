import { totpContext } from '@inlet/contracts/factor-secrets';
import { targetContext } from '@inlet/contracts/target-secrets';
import { createSealing, headBytes, type Sealing } from '@inlet/crypto/sealing';
import { secretsSchema } from '@inlet/process/config';
import type pg from 'pg';
import { type Finding, fault, orFine, warning } from '#doctor/finding.ts';

const runbook = 'docs/runbooks/rotating-secrets.md';

interface Sample {
  readonly id: string;
  readonly sealed: Buffer;
  /** Rows that are sealed with the same key. */
  readonly count: number;
}

/** Tables with sealed values that many rows share a key in. */
const tables = [
  { name: 'targets', key: 'id', rows: 'targets', contextOf: targetContext },
  { name: 'totps', key: 'person_id', rows: 'authenticator apps', contextOf: totpContext },
] as const;
type Table = (typeof tables)[number];

/** Whether ENCRYPTION_KEYS opens what is sealed: one value of each table is opened for each key that sealed any. */
export async function lookAtSealed(client: pg.ClientBase, keys: string | undefined): Promise<Finding[]> {
  const secrets = secretsSchema.safeParse(keys).data;
  if (secrets === undefined) return [];
  const sealing = createSealing(secrets);
  const found: (Finding | null)[] = [];
  for (const table of tables) {
    const { rows } = await client.query<Sample>(
      `select distinct on (head) id, sealed, count(*) over (partition by head)::int as count
       from (select ${table.key} as id, sealed, substr(sealed, 1, $1) as head from ${table.name}) as heads
       order by head, id`,
      [headBytes],
    );
    found.push(...rows.map((sample) => judge(table, sample, sealing)));
  }
  return orFine(found, 'ENCRYPTION_KEYS opens what is sealed');
}

function judge({ rows, contextOf }: Table, { id, sealed, count }: Sample, sealing: Sealing): Finding | null {
  try {
    sealing.open(sealed, contextOf(id));
  } catch (error) {
    return fault(
      `${(error as Error).message}; ${count} ${rows} have this key`,
      `Add the key that sealed it; ${runbook}`,
    );
  }
  if (sealing.isCurrent(sealed)) return null;
  return warning(
    `${count} ${rows} are sealed under an older key of ENCRYPTION_KEYS`,
    `npm run rotate-keys; ${runbook}`,
  );
}
