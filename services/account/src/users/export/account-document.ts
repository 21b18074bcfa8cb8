import type { Queryable } from '@inlet/db/cancellable';
import type { Person } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { readPages } from '@inlet/db/read-pages';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Pool } from 'pg';
import { readAllAudit } from '#access/audit/read-all-audit.ts';
import type { Seat } from '#access/seat.ts';
import { readAllAttempts } from '#deliveries/log/read-all-attempts.ts';
import { listTargets } from '#deliveries/targets/show-targets.ts';
import type { TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { readAllErasures } from '#erasure/erasures.ts';
import { readCheckSettings } from '#forms/checks/check-settings.ts';
import { showForm } from '#forms/closing/show-forms.ts';
import { readAllPageViews } from '#forms/page/page-views.ts';
import { presentPage } from '#forms/page/present-page.ts';
import { readRules } from '#forms/rules/read-rules.ts';
import { presentApiKey } from '#identity/keys/present-api-key.ts';
import { readInboxSettings } from '#inbox/views/read-inbox-settings.ts';
import { readNotifications } from '#notifications/read-notifications.ts';
import type { Plans } from '#plan/plans.ts';
import { readSpamSettings } from '#spam/read-spam-settings.ts';
import {
  type CountedDay,
  type ExportedSubmission,
  findDays,
  findOrigins,
  findRefusals,
  findSetAside,
  type Holdings,
  type RefusedDay,
  type SetAside,
} from '#users/export/export.store.ts';
import { readAllSubmissions } from '#users/export/read-all-submissions.ts';
import { presentUser } from '#users/profile/present-user.ts';

export interface DocumentSources {
  readonly pool: Pool;
  /** For what may be large. */
  readonly reads: Queryable;
  readonly targetDeps: TargetDeps;
  readonly plans: Plans;
  readonly semaphore: Semaphore;
  readonly seat: Seat & { readonly person: Person };
  readonly holdings: Holdings;
  readonly publicUrl: string;
}

/** Each may hold a megabyte. */
const setAsideAtOnce = 4;
const daysAtOnce = 1_000;

/** All data of an account as one JSON document, in pieces, because it may be far larger than the memory. */
export async function* writeAccountDocument(sources: DocumentSources): AsyncGenerator<string> {
  const { pool, reads, targetDeps, plans, semaphore, seat, holdings, publicUrl } = sources;
  const { user, person } = seat;
  const { defaultRetentionDays } = user;
  const isInvited = holdings.invitations.length > 0;
  const { emailVerifiedAt } = person;
  const shown = { ...presentUser({ person, seat, isInvited }, plans), emailVerifiedAt, defaultRetentionDays };
  yield `{"exportedAt":${JSON.stringify(new Date())},\n"user":${JSON.stringify(shown)},\n`;
  yield `"sessions":${JSON.stringify(holdings.sessions.map(presentSession))},\n`;
  yield `"factors":${JSON.stringify(holdings.factors)},\n`;
  yield `"members":${JSON.stringify(holdings.members.map(presentMember))},\n`;
  yield `"workspaceInvitations":${JSON.stringify(holdings.workspaceInvitations.map(presentOpenInvitation))},\n`;
  yield `"apiKeys":${JSON.stringify(holdings.apiKeys.map(presentApiKey))},\n`;
  yield `"mailedLinks":${JSON.stringify(holdings.mailTokens.map(presentMailToken))},\n`;
  yield `"invitations":${JSON.stringify(holdings.invitations.map(presentInvitation))},\n`;
  yield `"subscription":${JSON.stringify(holdings.subscription && presentSubscription(holdings.subscription))},\n`;
  yield `"checkouts":${JSON.stringify(holdings.checkouts.map(presentCheckout))},\n`;
  yield `"erasures":${JSON.stringify(await readAllErasures(targetDeps, user.id))},\n`;
  yield `"usage":${JSON.stringify(holdings.usage.map(presentMonth))},\n"auditEvents":[`;
  yield* writeItems(readAllAudit(pool, semaphore, { userId: user.id }), JSON.stringify);
  yield '],\n"setAside":[';
  const formIds = holdings.forms.map(({ form }) => form.id);
  const setAside = readPages<SetAside>(semaphore, setAsideAtOnce, (last, limit) =>
    findSetAside(pool, formIds, last, limit),
  );
  yield* writeItems(setAside, writeSetAside);
  yield '],\n"forms":[';
  for (const [index, form] of holdings.forms.entries()) {
    const { id } = form.form;
    const mails = JSON.stringify(await readNotifications(targetDeps, form.form));
    const spam = JSON.stringify(await readSpamSettings(targetDeps, form.form));
    const rules = JSON.stringify(await readRules(targetDeps, id));
    yield `${index > 0 ? ',' : ''}\n${opened(await showForm(pool, form, publicUrl))},"notifications":${mails},"spam":${spam},`;
    yield `"rules":${rules},"page":${JSON.stringify(presentPage(form.form, publicUrl))},`;
    yield `"pageViews":${JSON.stringify(await readAllPageViews(targetDeps, id))},`;
    yield `"check":${JSON.stringify(await readCheckSettings(targetDeps, id, true))},`;
    yield `"inbox":${JSON.stringify(await readInboxSettings(targetDeps, form.form))},"days":[`;
    const days = readPages<CountedDay>(semaphore, daysAtOnce, (last, limit) => findDays(pool, id, last, limit));
    yield* writeItems(days, JSON.stringify);
    yield '],"origins":[';
    const origins = readPages<CountedDay>(semaphore, daysAtOnce, (last, limit) => findOrigins(pool, id, last, limit));
    yield* writeItems(origins, JSON.stringify);
    yield '],"refusals":[';
    const refusals = readPages<RefusedDay>(semaphore, daysAtOnce, (last, limit) => findRefusals(pool, id, last, limit));
    yield* writeItems(refusals, JSON.stringify);
    yield '],"targets":[';
    for (const [index, target] of (await listTargets(targetDeps, id)).entries()) {
      yield `${index > 0 ? ',' : ''}\n${opened(target)},"attempts":[`;
      yield* writeItems(readAllAttempts(pool, semaphore, target.id), JSON.stringify);
      yield ']}';
    }
    yield '],"submissions":[';
    yield* writeItems(readAllSubmissions(reads, semaphore, id), writeSubmission);
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

/** An object without its closing brace, so that more can follow. */
function opened(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

/** The fields are inserted as they were sent. */
function writeSubmission({ data, bytes: _bytes, ...rest }: ExportedSubmission): string {
  return `${opened(rest)},"data":${data}}`;
}

function presentSession(session: Holdings['sessions'][number]) {
  const { id, userAgent, address, createdAt, lastUsedAt, expiresAt } = session;
  return { id, userAgent, address, createdAt, lastUsedAt, expiresAt };
}

function presentMember({ personId, person, forms, ...member }: Holdings['members'][number]) {
  const { role, allForms, createdAt, lastActiveOn } = member;
  return {
    id: personId,
    email: person.email,
    role,
    allForms,
    formIds: forms.map(({ formId }) => formId),
    createdAt,
    lastActiveOn,
  };
}

/** Omits what the link is made of. */
function presentOpenInvitation(invitation: Holdings['workspaceInvitations'][number]) {
  const { id, email, role, allForms, formIds, createdAt, expiresAt } = invitation;
  return { id, email, role, allForms, formIds, createdAt, expiresAt };
}

/** A set-aside submission is already JSON, whose numbers stay unchanged. */
function writeSetAside({ createdAt, payload }: SetAside): string {
  return `${opened({ createdAt })},"submission":${payload.toString()}}`;
}

/** Omits the link itself, because it would allow its holder to act. */
function presentMailToken({ purpose, email, createdAt, expiresAt }: Holdings['mailTokens'][number]) {
  return { purpose, email, createdAt, expiresAt };
}

function presentInvitation({ email, createdAt, expiresAt, usedAt }: Holdings['invitations'][number]) {
  return { email, createdAt, expiresAt, usedAt };
}

function presentSubscription({ userId: _userId, ...rest }: NonNullable<Holdings['subscription']>) {
  return rest;
}

/** Omits the address of the page, because its holder could pay there. */
function presentCheckout({ id, priceId, state, stripeSessionId, createdAt, expiresAt }: Holdings['checkouts'][number]) {
  return { id, priceId, state, stripeSessionId, createdAt, expiresAt };
}

function presentMonth({ month, submissionCount }: Holdings['usage'][number]) {
  return { month: month.toISOString().slice(0, 7), submissions: toCount(submissionCount) };
}
