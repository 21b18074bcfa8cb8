import type { Express } from 'express';
import type { TestAccount } from '#account.test-setup.ts';

/** Express's record of a route or a router; a router has its own stack. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Every route of an app, as `GET /api/v1/me`. The only router in it is that of the probes, at `/`. */
export function listRoutes(app: Express): string[] {
  return routesOf(app.router.stack as unknown as readonly Layer[]);
}

function routesOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
      : routesOf(handle.stack ?? []),
  );
}

/** An access token with these claims that nobody signed. */
export function unsigned(claims: Readonly<Record<string, unknown>>): string {
  const parts = [{ alg: 'none', typ: 'at+jwt' }, claims].map((part) => JSON.stringify(part));
  return `${parts.map((part) => Buffer.from(part).toString('base64url')).join('.')}.AAAA`;
}

const tables = [
  'users sessions api_keys mail_tokens audit_events forms form_deletions submissions form_totals submission_states',
  'form_columns saved_views daily_form_counters daily_origin_counters monthly_usage notifications recipients',
  'pending_mails erasures targets deliveries delivery_attempts replays form_checks form_check_settings outbox',
].flatMap((line) => line.split(' '));

/** One statement: hundreds of tests compare everything before and after a request. */
const everything = tables
  .map((table) => `select '${table}' as name, array_agg(r::text order by r::text) as rows from ${table} r`)
  .join(' union all ')
  .concat(' order by name');

/** What PostgreSQL has of accounts, forms and submissions, as one text. */
export async function readEverything({ deps }: TestAccount): Promise<string> {
  const { rows } = await deps.database.pool.query(everything);
  return JSON.stringify(rows);
}
