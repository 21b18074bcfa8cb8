import type { Counts } from '@inlet/spam/classify';
import type { Pool } from 'pg';

export interface FormOfAccount {
  readonly formId: string;
  readonly userId: string;
}

/** The stored rules for a form's submissions. A null part has no row yet. */
export interface StoredRules extends FormOfAccount {
  readonly version: number | null;
  readonly threshold: number | null;
  readonly blockList: readonly string[] | null;
  readonly learned: Counts | null;
  readonly modelVersion: number;
}

const rulesSql = `
select wanted.form_id as "formId", wanted.user_id as "userId", threshold, block_list as "blockList",
  round(extract(epoch from updated_at) * 1000)::float8 as version, coalesce(models.version, 0)::float8 as "modelVersion",
  case when models.user_id is not null then json_build_object('spam', spam_count, 'good', good_count) end as learned
from unnest($1::uuid[], $2::uuid[]) as wanted(form_id, user_id)
left join spam_settings on spam_settings.form_id = wanted.form_id
left join spam_models as models on models.user_id = wanted.user_id`;

export async function loadRules(pool: Pool, forms: readonly FormOfAccount[]): Promise<StoredRules[]> {
  const values = [forms.map(({ formId }) => formId), forms.map(({ userId }) => userId)];
  return (await pool.query<StoredRules>({ name: 'spam-rules', text: rulesSql, values })).rows;
}

export interface TokenRow extends Counts {
  readonly token: number;
}

/** The learned counts of these tokens in an account. */
export async function loadTokens(pool: Pool, userId: string, tokens: readonly number[]): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>({
    name: 'spam-tokens',
    text: `select token::float8 as token, spam_count as spam, good_count as good
           from spam_tokens where user_id = $1 and token = any ($2::bigint[])`,
    values: [userId, `{${tokens.join(',')}}`],
  });
  return rows;
}
