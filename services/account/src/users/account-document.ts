import type { User } from '@inlet/db/client';
import type { Pool } from 'pg';
import { presentApiKey } from '#api-keys/present-api-key.ts';
import { readAllAudit } from '#audit/read-all-audit.ts';
import { readPages } from '#export/read-pages.ts';
import type { Turns } from '#export/turns.ts';
import { presentForm } from '#forms/present-form.ts';
import {
  type CountedDay,
  type ExportedSubmission,
  findDays,
  findOrigins,
  findSetAside,
  type Holdings,
  type SetAside,
} from '#users/export.store.ts';
import { presentUser } from '#users/present-user.ts';
import { readAllSubmissions } from '#users/read-all-submissions.ts';

export interface DocumentSources {
  readonly pool: Pool;
  readonly turns: Turns;
  readonly user: User;
  readonly holdings: Holdings;
  readonly publicUrl: string;
}

/** Each may hold a megabyte. */
const setAsideAtOnce = 4;
const daysAtOnce = 1_000;

/** Everything of an account as one JSON document, in pieces: it may be far larger than the memory. */
export async function* writeAccountDocument(sources: DocumentSources): AsyncGenerator<string> {
  const { pool, turns, user, holdings, publicUrl } = sources;
  yield `{"exportedAt":${JSON.stringify(new Date())},\n"user":${JSON.stringify(presentUser(user, holdings.invitations.length > 0))},\n`;
  yield `"sessions":${JSON.stringify(holdings.sessions.map(presentSession))},\n`;
  yield `"apiKeys":${JSON.stringify(holdings.apiKeys.map(presentApiKey))},\n`;
  yield `"mailedLinks":${JSON.stringify(holdings.mailTokens.map(presentMailToken))},\n`;
  yield `"invitations":${JSON.stringify(holdings.invitations.map(presentInvitation))},\n`;
  yield `"subscription":${JSON.stringify(holdings.subscription && presentSubscription(holdings.subscription))},\n`;
  yield `"checkouts":${JSON.stringify(holdings.checkouts.map(presentCheckout))},\n`;
  yield `"usage":${JSON.stringify(holdings.usage.map(presentMonth))},\n"auditEvents":[`;
  yield* writeItems(readAllAudit(pool, turns, user.id), JSON.stringify);
  yield '],\n"setAside":[';
  const formIds = holdings.forms.map(({ form }) => form.id);
  const setAside = readPages<SetAside>(turns, setAsideAtOnce, (last, limit) =>
    findSetAside(pool, formIds, last, limit),
  );
  yield* writeItems(setAside, writeSetAside);
  yield '],\n"forms":[';
  for (const [index, form] of holdings.forms.entries()) {
    const { id } = form.form;
    yield `${index > 0 ? ',' : ''}\n${opened(presentForm(form, publicUrl))},"days":[`;
    const days = readPages<CountedDay>(turns, daysAtOnce, (last, limit) => findDays(pool, id, last, limit));
    yield* writeItems(days, JSON.stringify);
    yield '],"origins":[';
    const origins = readPages<CountedDay>(turns, daysAtOnce, (last, limit) => findOrigins(pool, id, last, limit));
    yield* writeItems(origins, JSON.stringify);
    yield '],"submissions":[';
    yield* writeItems(readAllSubmissions(pool, turns, id), writeSubmission);
    yield ']}';
  }
  yield ']}\n';
}

async function* writeItems<Item>(
  pages: AsyncIterable<readonly Item[]>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  let separator = '\n';
  for await (const page of pages) {
    yield separator + page.map((item) => write(item)).join(',\n');
    separator = ',\n';
  }
}

/** An object that is still open at its end, for what follows in it. */
function opened(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** The fields are put in as they were sent. */
function writeSubmission({ data, bytes: _bytes, ...rest }: ExportedSubmission): string {
  return `${opened(rest)},"data":${data}}`;
}

function presentSession(session: Holdings['sessions'][number]) {
  const { id, userAgent, address, createdAt, lastUsedAt, expiresAt } = session;
  return { id, userAgent, address, createdAt, lastUsedAt, expiresAt };
}

/** How it was set aside is JSON already, whose numbers stay as they are. */
function writeSetAside({ createdAt, payload }: SetAside): string {
  return `${opened({ createdAt })},"submission":${payload.toString()}}`;
}

/** Without the link itself, with which whoever has it could act. */
function presentMailToken({ purpose, email, createdAt, expiresAt }: Holdings['mailTokens'][number]) {
  return { purpose, email, createdAt, expiresAt };
}

function presentInvitation({ email, createdAt, expiresAt, usedAt }: Holdings['invitations'][number]) {
  return { email, createdAt, expiresAt, usedAt };
}

function presentSubscription({ userId: _userId, ...rest }: NonNullable<Holdings['subscription']>) {
  return rest;
}

/** Without the address of the page, where whoever has it could pay. */
function presentCheckout({ id, priceId, state, stripeSessionId, createdAt, expiresAt }: Holdings['checkouts'][number]) {
  return { id, priceId, state, stripeSessionId, createdAt, expiresAt };
}

function presentMonth({ month, submissionCount }: Holdings['usage'][number]) {
  return { month: month.toISOString().slice(0, 7), submissions: submissionCount };
}
