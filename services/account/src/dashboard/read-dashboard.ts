import { type AttentionItem, dashboardDays } from '@inlet/contracts/dashboard';
import type { Caller } from '#access/caller.ts';
import { formsSeen, type Seat } from '#access/seat.ts';
import { findLatest, findNames } from '#dashboard/dashboard.store.ts';
import { type AttentionDeps, readAttention } from '#dashboard/read-attention.ts';
import { presentRoles } from '#forms/present-form.ts';
import { readAccountDays } from '#inbox/analytics/read-analytics.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

const latestMax = 7;

type DashboardDeps = AttentionDeps & Pick<Resources, 'fileLinks'>;

/** An overview of an account's forms, as JSON text: the fields of submissions stay as they are stored. */
export async function readDashboard(deps: DashboardDeps, seat: Seat, caller: Caller): Promise<string> {
  const { timeZone } = seat.user;
  const [days, latest, attention] = await Promise.all([
    readAccountDays(deps, seat, { days: dashboardDays, timeZone }),
    readLatest(deps, seat),
    readAttention(deps, seat, caller),
  ]);
  const shown = days.map(({ date, count }) => ({ date, submissions: count }));
  const rest: { readonly attention: readonly AttentionItem[] } = { attention };
  return `{"timeZone":${JSON.stringify(timeZone)},"days":${JSON.stringify(shown)},"latest":[${latest.join()}],${JSON.stringify(rest).slice(1)}`;
}

/** The newest submissions, each with the name of its form and the roles of its fields. */
async function readLatest(
  { database: { pool }, fileLinks: links }: DashboardDeps,
  { user, membership }: Seat,
): Promise<string[]> {
  const seen = formsSeen(membership);
  const [rows, forms] = await Promise.all([findLatest(pool, user.id, seen, latestMax), findNames(pool, user.id, seen)]);
  const formById = new Map(forms.map((form) => [form.id, form]));
  const formOf = new Map(rows.map(({ id, formId }) => [id, formId]));
  const readBeforeOf = (formId: string) => formById.get(formId)?.readBefore ?? null;
  const page = await readPage(pool, rows, { isWhole: false, links, readBeforeOf });
  return page.flatMap(({ id, text }) => {
    const form = formById.get(formOf.get(id) ?? '');
    if (text === null || form === undefined) return [];
    const ofForm = { formName: form.name, fieldRoles: presentRoles(form) };
    return [`${text.slice(0, -1)},${JSON.stringify(ofForm).slice(1)}`];
  });
}
