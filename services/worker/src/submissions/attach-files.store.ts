import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Pool } from 'pg';
import type { StoreSteps } from '#submissions/store-with-halving.ts';
import { insertSubmissions } from '#submissions/submissions.store.ts';

/** The state of a new file: scanned first, or available at once. */
export type FirstState = 'available' | 'scanning';

/**
 * An upload is attached once, to a stored submission without files. Storage that it reserved beyond the size of its
 * files is released; after a restore the database may not know the upload, and its files then reserve their size. An
 * upload that cannot be attached belongs to a repeat or to a deleted form, and is closed.
 */
const attachSql = `
with given as (
  select * from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::int8[], $9::text[]
  ) as given(upload_id, submission_id, id, position, field, name, type, size, sha256)
), attached as (
  select distinct on (submission_id) upload_id as id, submission_id, forms.id as form_id, forms.user_id
  from given join submissions on submissions.id = submission_id join forms on forms.id = submissions.form_id
  where not exists (select from uploads where uploads.id = upload_id and is_closing)
    and not exists (select from files where files.submission_id = given.submission_id)
), opened as (
  delete from uploads using attached where uploads.id = attached.id and not is_closing
  returning uploads.id, reserved
), stored as (
  insert into files (id, submission_id, form_id, user_id, upload_id, position, field, name, type, size, sha256, state)
  select given.id, given.submission_id, form_id, user_id, upload_id, position, field, name, type, size, sha256, $10
  from given join attached on attached.id = upload_id
  returning upload_id, size
), locked as materialized (
  select user_id from quotas
  where user_id in (select user_id from attached) and period = 'storage' and resource = 'storage'
  order by user_id for update
), back as (
  select user_id, sum(
    coalesce((select reserved from opened where opened.id = attached.id), 0)
    - coalesce((select sum(size) from stored where upload_id = attached.id), 0)
  ) as bytes
  from attached join locked using (user_id) group by user_id
), quota as (
  update quotas set direct = direct - bytes from back
  where quotas.user_id = back.user_id and period = 'storage' and resource = 'storage'
)
update uploads set is_closing = true
where id = any($1::uuid[]) and id not in (select id from attached)`;

async function attachFiles(
  client: Pick<Pool, 'query'>,
  submissions: readonly AcceptedSubmission[],
  state: FirstState,
  restored: ReadonlySet<string>,
): Promise<void> {
  const uploads = submissions.flatMap(({ id: submissionId, upload }) => (upload ? [{ submissionId, ...upload }] : []));
  if (uploads.length === 0) return;
  // Waits for a sweeper that has just closed one of them, so that the next statement sees this.
  const known = await findUploads(client, uploads, 'order by id for update');
  const files = uploads
    .filter(({ id }) => known.has(id) || restored.has(id))
    .flatMap(({ id, submissionId, files }) =>
      files.map((file, position) => ({ ...file, position, submissionId, uploadId: id })),
    );
  await client.query(attachSql, [
    files.map(({ uploadId }) => uploadId),
    files.map(({ submissionId }) => submissionId),
    files.map(({ id }) => id),
    files.map(({ position }) => position),
    files.map(({ field }) => field),
    files.map(({ name }) => name),
    files.map(({ type }) => type),
    files.map(({ size }) => size),
    files.map(({ sha256 }) => sha256),
    state,
  ]);
}

async function findUploads(
  client: Pick<Pool, 'query'>,
  uploads: readonly { readonly id: string }[],
  lock = '',
): Promise<Set<string>> {
  const ids = uploads.map(({ id }) => id);
  const { rows } = await client.query<{ id: string }>(`select id from uploads where id = any($1::uuid[]) ${lock}`, [
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The uploads of these submissions that the database does not know although their bytes exist. Such an upload was
 * attached before, or lost by a restore. One without bytes was closed and is not attached: its submission was not
 * acknowledged, and comes late. If the store does not respond, the bytes are assumed to exist.
 */
async function findRestored(
  pool: Pick<Pool, 'query'>,
  blobs: Pick<Blobs, 'sizeOf'>,
  submissions: readonly AcceptedSubmission[],
): Promise<Set<string>> {
  const uploads = submissions.flatMap(({ formId, upload }) => (upload ? [{ formId, ...upload }] : []));
  if (uploads.length === 0) return new Set();
  const known = await findUploads(pool, uploads);
  const isThere = async (key: string) => (await blobs.sizeOf(key).catch(() => 0)) !== null;
  const found = uploads.map(async ({ formId, id, files }) => {
    if (known.has(id)) return [];
    const parts = await Promise.all(files.map((file) => isThere(fileKey(formId, id, file.id))));
    return parts.every(Boolean) ? [id] : [];
  });
  return new Set((await Promise.all(found)).flat());
}

/** Inserts submissions with their files. */
export function insertWithFiles(state: FirstState, blobs: Pick<Blobs, 'sizeOf'>): Required<StoreSteps>['insert'] {
  return async (client, submissions, judgements) => {
    const restored = await findRestored(client, blobs, submissions);
    const inserted = await insertSubmissions(client, submissions, judgements);
    await attachFiles(client, submissions, state, restored);
    return inserted;
  };
}
