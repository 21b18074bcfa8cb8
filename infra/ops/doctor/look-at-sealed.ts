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

/** Checks that ENCRYPTION_KEYS opens sealed values: one target is opened for each key in use. */
export async function lookAtSealed(client: pg.ClientBase, keys: string | undefined): Promise<Finding[]> {
  const secrets = secretsSchema.safeParse(keys).data;
  if (secrets === undefined) return [];
  const { rows } = await client.query<Sample>(
    `select distinct on (head) id, sealed, count(*) over (partition by head)::int as count
     from (select id, sealed, substr(sealed, 1, $1) as head from targets) as heads order by head, id`,
    [headBytes],
  );
  const sealing = createSealing(secrets);
  return orFine(
    rows.map((sample) => judge(sample, sealing)),
    'ENCRYPTION_KEYS opens what is sealed',
  );
}

function judge({ id, sealed, count }: Sample, sealing: Sealing): Finding | null {
  try {
    sealing.open(sealed, targetContext(id));
  } catch (error) {
    return fault(
      `${(error as Error).message}; ${count} targets have this key`,
      `Add the key that sealed it; ${runbook}`,
    );
  }
  if (sealing.isCurrent(sealed)) return null;
  return warning(
    `${count} targets are sealed under an older key of ENCRYPTION_KEYS`,
    `npm run rotate-keys; ${runbook}`,
  );
}
