import { type AttentionItem, dashboardDays } from '@inlet/contracts/dashboard';
import type { User } from '@inlet/db/client';
import type { Caller } from '#access/caller.ts';
import { findLatest, findNames } from '#dashboard/dashboard.store.ts';
import { type AttentionDeps, readAttention } from '#dashboard/read-attention.ts';
import { presentRoles } from '#forms/present-form.ts';
import { readAccountDays } from '#inbox/analytics/read-analytics.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

const latestMax = 7;

type DashboardDeps = AttentionDeps & Pick<Resources, 'fileLinks'>;

/** An overview of an account's forms as JSON text: the fields of submissions keep their stored text. */
export async function readDashboard(deps: DashboardDeps, { id, timeZone }: User, caller: Caller): Promise<string> {
  const [days, latest, attention] = await Promise.all([
    readAccountDays(deps, id, { days: dashboardDays, timeZone }),
    readLatest(deps, id),
    readAttention(deps, id, caller),
  ]);
  const shown = days.map(({ date, count }) => ({ date, submissions: count }));
  const rest: { readonly attention: readonly AttentionItem[] } = { attention };
  return `{"timeZone":${JSON.stringify(timeZone)},"days":${JSON.stringify(shown)},"latest":[${latest.join()}],${JSON.stringify(rest).slice(1)}`;
}

/** The newest submissions, each with its form's name and field roles. */
async function readLatest({ database: { pool }, fileLinks: links }: DashboardDeps, userId: string): Promise<string[]> {
  const [rows, forms] = await Promise.all([findLatest(pool, userId, latestMax), findNames(pool, userId)]);
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
