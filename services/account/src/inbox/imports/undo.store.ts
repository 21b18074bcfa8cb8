import type { RunSql } from '@inlet/db/run-sql';
import { quietDeletionSql } from '@inlet/submissions/deletion-sql';

/** Not the lock that calls use: one process at a time undoes an import. */
const undoLock = 7_203_120;

/** Marks an import as undone. From now on no call adds to it. */
export async function markUndone(run: RunSql, id: string): Promise<void> {
  await run('update imports set undo_at = now() where id = $1::uuid', [id]);
}

/** Moves an undo behind all others, so that one that always fails does not block them. */
export async function putUndoLast(run: RunSql, id: string): Promise<void> {
  await run('update imports set undo_at = now() where id = $1::uuid and undone_at is null', [id]);
}

export interface TakenUndo {
  readonly id: string;
  readonly formId: string;
}

/**
 * Takes an import until the end of the transaction, unless another process has it: the given one, or without an id the
 * one that has waited longest. The row itself is not locked, because a deletion locks submissions before the row.
 */
export async function takeUndo(run: RunSql, id: string | null, leftAfterMs: number): Promise<TakenUndo | null> {
  const [taken] = await run<TakenUndo>(
    `select id, form_id as "formId" from (
       select id, form_id from imports
       where undo_at is not null and undone_at is null
         and (id = $1::uuid or ($1::uuid is null and undo_at < now() - $2::int * interval '1 millisecond'))
       order by undo_at limit 100
     ) as waiting
     where pg_try_advisory_xact_lock(${undoLock}, hashtext(id::text)) limit 1`,
    [id, leftAfterMs],
  );
  return taken && (await keepForm(run, taken.formId)) ? taken : null;
}

/** Makes the deletion of a form wait for the end of the transaction: both lock the form's counter and the feed. */
async function keepForm(run: RunSql, formId: string): Promise<boolean> {
  return (await run('select from forms where id = $1::uuid for key share', [formId])).length > 0;
}

const pieceSql = quietDeletionSql(
  'select id from submissions where import_id = $2::uuid and form_id = $1::uuid order by id limit $3::int for update',
);

/** Deletes some submissions of an import, and returns how many. */
export async function deleteImported(run: RunSql, { id, formId }: TakenUndo, limit: number): Promise<number> {
  const [deleted] = await run<{ count: number }>(pieceSql, [formId, id, limit]);
  return deleted?.count ?? 0;
}

export async function finishUndo(run: RunSql, id: string): Promise<void> {
  await run('update imports set undone_at = now() where id = $1::uuid', [id]);
}
