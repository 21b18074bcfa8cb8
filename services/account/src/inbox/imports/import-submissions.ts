import { randomUUID } from 'node:crypto';
import type { ImportAnswer } from '@inlet/contracts/imports';
import type { Form, User } from '@inlet/db/client';
import { type RunSql, runIn } from '@inlet/db/run-sql';
import { limitStatements } from '@inlet/db/statement-limit';
import { unavailable } from '@inlet/http/errors';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { importLimitOfInstallation, importLimitReached, importNotFound, importRunning, importUndone } from '#errors.ts';
import {
  countImported,
  countKnown,
  findImport,
  forgetEmpty,
  insertImported,
  lockImports,
  noteImported,
} from '#inbox/imports/imports.store.ts';
import { type ReadLines, readLines } from '#inbox/imports/read-lines.ts';
import { createSlots } from '#inbox/slots.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

/** A call takes a tenth of a second; a busy database may need far longer. */
const timeoutMs = 30_000;
const patient = { timeout: timeoutMs, maxWait: timeoutMs };
/** A transaction holds a connection. */
const transactionsMax = 4;
/**
 * A call holds its body, of at most 5 MB: together 80 MB. There are more bodies than transactions, because a body takes
 * as long as its sender likes, up to the timeout of a request.
 */
const bodiesMax = 16;

export interface ImportDeps extends Pick<Resources, 'database' | 'plans' | 'redis' | 'keys'> {
  readonly background: Background;
}

export interface WantedImport {
  readonly actor: Actor;
  readonly user: Pick<User, 'plan'>;
  readonly form: Pick<Form, 'id' | 'userId'>;
  readonly importId?: string | undefined;
  readonly dryRun: boolean;
}

/** Reads the body of a call if the account has no other call. */
export type ImportSubmissions = (wanted: WantedImport, readBody: () => Promise<Uint8Array>) => Promise<ImportAnswer>;

/** Imports the lines of a call in one transaction: a call that is repeated finds all of its rows stored, or none. */
export function createImport(deps: ImportDeps): ImportSubmissions {
  const slots = { ofAccount: 1, tooMany: importRunning, busy: unavailable };
  const bodies = createSlots({ ...slots, ofProcess: bodiesMax });
  const transactions = createSlots({ ...slots, ofProcess: transactionsMax });

  async function importBody(wanted: WantedImport, body: Uint8Array): Promise<ImportAnswer> {
    const leave = transactions.take(wanted.form.userId);
    try {
      const importId = wanted.importId?.toLowerCase() ?? randomUUID();
      const lines = await readLines(wanted.form.id, body);
      return await (wanted.dryRun ? tryLines : storeLines)(deps, { ...wanted, importId }, lines);
    } finally {
      leave();
    }
  }

  return async (wanted, readBody) => {
    const leave = bodies.take(wanted.form.userId);
    try {
      return await importBody(wanted, await readBody());
    } finally {
      leave();
    }
  };
}

interface IdentifiedImport extends WantedImport {
  readonly importId: string;
}

async function storeLines(
  deps: ImportDeps,
  { actor, user, form, importId }: IdentifiedImport,
  { rows, refused }: ReadLines,
): Promise<ImportAnswer> {
  const { database, plans, redis, keys, background } = deps;
  const limit = plans.limitsOf(user.plan).importedRows;
  const answer = await database.prisma.$transaction(async (tx) => {
    await limitStatements(tx, timeoutMs);
    const run = runIn(tx);
    await lockImports(run, form.userId);
    const isNew = !(await requireOpen(run, form.id, importId));
    const before = await countImported(run, form.userId);
    const imported = await insertImported(run, { formId: form.id, importId }, rows);
    const room = limit - before - imported;
    if (imported > 0 && room < 0) throw (plans.areSold ? importLimitReached : importLimitOfInstallation)(limit);
    if (imported > 0) {
      await noteImported(run, { id: importId, formId: form.id, personId: actor.personId ?? null, count: imported });
      if (isNew) {
        await forgetEmpty(run, form.id);
        await recordAudit(tx, actor, 'submissions.imported', { formId: form.id, importId });
      }
    }
    return { importId, imported, known: rows.length - imported, refused, room: Math.max(0, room) };
  }, patient);
  if (answer.imported > 0)
    background.run('news of an import', () => publishStoredForms(redis, keys, [{ formId: form.id }]));
  return { ...answer, refused: [...answer.refused] };
}

/** Says what would be stored. The rows of two calls are not compared with each other. */
async function tryLines(
  { database, plans }: ImportDeps,
  { user, form, importId }: IdentifiedImport,
  { rows, refused }: ReadLines,
): Promise<ImportAnswer> {
  return database.prisma.$transaction(async (tx) => {
    await limitStatements(tx, timeoutMs);
    const run = runIn(tx);
    await requireOpen(run, form.id, importId);
    const ids = new Set(rows.map(({ id }) => id));
    const known = await countKnown(run, [...ids]);
    const room = plans.limitsOf(user.plan).importedRows - (await countImported(run, form.userId));
    const imported = ids.size - known;
    return { importId, imported, known: rows.length - imported, refused: [...refused], room: Math.max(0, room) };
  }, patient);
}

/** Whether the import has begun. An import of another form is none, and one that was undone stays so. */
async function requireOpen(run: RunSql, formId: string, importId: string): Promise<boolean> {
  const found = await findImport(run, importId);
  if (found && found.formId !== formId) throw importNotFound();
  if (found?.isUndone) throw importUndone();
  return found !== null;
}
