import type * as z from 'zod';
import type { RefusalName } from '#api/refusals.ts';
import type { Feature } from '#plans.ts';

/**
 * The callers of a route. `public`: everybody. `stripe`: requests that Stripe signed. `mailer`: reports of a mail
 * provider, which are signed as well. `session`: a person with a
 * session. `account`: a person, or a program with an API key. `subscriber`: an account with a subscription. `form`: a
 * subscriber that owns the form in the path. `target`, `hook`, `replay`: the same of a form's target. `internal`: the
 * installation's own services.
 */
export type Access =
  | 'public'
  | 'stripe'
  | 'mailer'
  | 'session'
  | 'account'
  | 'subscriber'
  | 'form'
  | 'target'
  | 'hook'
  | 'replay'
  | 'internal';

export const groups = [
  'Sending submissions',
  'Signing in',
  'Account',
  'API keys',
  'Billing',
  'Forms',
  'Submissions',
  'Privacy',
  'Notifications',
  'Integrations',
  'Mail',
  'About',
] as const;

/** How often a network or an account may call a route, from the first call until the window ends. */
export interface Limit {
  /** The name of its counters in Redis. */
  readonly name: string;
  readonly per: 'network' | 'account';
  readonly max: number;
  readonly windowSeconds: number;
}

/** JSON with a schema; no body, for 202 and 204; or a body of one of the content types, which the handler writes. */
export type Success =
  | { readonly status: 200 | 201 | 202; readonly description: string; readonly schema: z.ZodType }
  | { readonly status: 202 | 204; readonly description: string }
  | {
      readonly status: 200 | 302;
      readonly description: string;
      readonly contentTypes: readonly string[];
      /** What each line of NDJSON is. */
      readonly lines?: z.ZodType;
    };

/** One route as data: enough to check its requests, to type its callers and to describe it. */
export interface Route {
  readonly group: (typeof groups)[number];
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The feature that the account's plan must include. */
  readonly feature?: Feature;
  readonly limit?: Limit;
  /** True for a route that API keys with the scope `read` may not call, although it changes nothing. */
  readonly needsWriteKey?: true;
  /** True for a route that asks for a sign-in, or for the password again, within the last ten minutes. */
  readonly needsConfirmation?: true;
  /** True for a route that is refused while no mail can be queued, whether or not there is one to send. */
  readonly sendsMail?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Headers that the route reads, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly success: Success;
  /** The route's own refusals. Those that follow from its access, limits and input are added to the description. */
  readonly refusals?: readonly RefusalName[];
}
