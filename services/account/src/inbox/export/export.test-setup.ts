import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestAccount } from '#account.test-setup.ts';

export interface OpenExport {
  readonly head: Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }>;
  readonly answer: Promise<IncomingMessage>;
  /** Reads the response to its end; fails if the connection breaks. */
  readonly whole: () => Promise<{ head: Awaited<OpenExport['head']>; bytes: Buffer }>;
  readonly leave: () => void;
}

/** Requests an export on a separate connection, and reads nothing until told to. */
export function openExport(
  { url }: Pick<TestAccount, 'url'>,
  formId: string,
  token: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): OpenExport {
  const asked: ClientRequest = request(`${url}/api/v1/forms/${formId}/export${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).on('error', reject);
  });
  answer.catch(() => undefined);
  asked.end();
  const head = answer.then(({ statusCode = 0, headers: received }) => ({ status: statusCode, headers: received }));
  head.catch(() => undefined);
  return {
    head,
    answer,
    whole: async () => ({ head: await head, bytes: await buffer(await answer) }),
    leave: () => asked.destroy(),
  };
}

/** Stores fields exactly as written; client libraries would change them. */
export async function storeText({ deps }: TestAccount, formId: string, text: string): Promise<void> {
  await deps.database.pool.query(
    'insert into submissions (id, form_id, data, created_at) values (gen_random_uuid(), $1, $2::json, now())',
    [formId, text],
  );
}

/** Stores many submissions at once, numbered from the oldest, one a second; the oldest may share a time. */
export async function storeMany(
  { deps }: TestAccount,
  formId: string,
  count: number,
  { bytes = 100, rowsOfOneMoment = 1 }: { bytes?: number; rowsOfOneMoment?: number } = {},
): Promise<void> {
  await deps.database.pool.query(
    `insert into submissions (id, form_id, data, origin, created_at)
     select gen_random_uuid(), $1, json_build_object('text', 'number ' || n || '. ' || repeat('x', $3)),
       'https://example.com', timestamptz '2025-01-01' + greatest(n, $4) * interval '1 second'
     from generate_series(1, $2) as n`,
    [formId, count, bytes, rowsOfOneMoment],
  );
}
