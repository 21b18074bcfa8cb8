import type { Pool } from 'pg';

/** A client's knowledge: its attempts, and the promises that it got. */
export interface Ledger {
  /** Notes a try and answers its number, which the submission carries. */
  readonly attempt: () => number;
  readonly acknowledge: (submissionId: string) => void;
  readonly acknowledged: ReadonlySet<string>;
  /** Holds both against what is stored of a form. */
  readonly judge: (pool: Pool, formId: string) => Promise<Verdict>;
}

export interface Verdict {
  readonly attempted: number;
  readonly acknowledged: number;
  /** Acknowledged, and not stored. */
  readonly lost: number;
  /** Stored more often than sent. */
  readonly duplicated: number;
  /** Stored, and never sent. */
  readonly unexpected: number;
  /** Stored, although nobody heard so: allowed. */
  readonly recovered: number;
}

export function createLedger(): Ledger {
  let attempts = 0;
  const acknowledged = new Set<string>();
  return {
    attempt: () => {
      attempts += 1;
      return attempts;
    },
    acknowledge: (id) => void acknowledged.add(id),
    acknowledged,
    judge: async (pool, formId) => {
      const { rows } = await pool.query<{ id: string; attempt: number }>(
        "select id, (data->>'attempt')::int as attempt from submissions where form_id = $1",
        [formId],
      );
      const stored = new Set(rows.map(({ id }) => id));
      const isSent = (attempt: number) => attempt >= 1 && attempt <= attempts;
      return {
        attempted: attempts,
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter((id) => !stored.has(id)).length,
        duplicated: rows.length - new Set(rows.map(({ attempt }) => attempt)).size,
        unexpected: rows.filter(({ attempt }) => !isSent(attempt)).length,
        recovered: rows.filter(({ id }) => !acknowledged.has(id)).length,
      };
    },
  };
}
