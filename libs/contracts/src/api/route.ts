import type * as z from 'zod';
import type { Feature } from '#account/plans.ts';
import type { Action } from '#account/roles.ts';
import type { RefusalName } from '#api/refusals/refusals.ts';

/**
 * The callers of a route. `public`: anyone. `stripe`: requests signed by Stripe. `mailer`: signed reports of a mail
 * provider. `session`: a person with a session. `account`: a person, or a program with an API key. `subscriber`: an
 * account with a subscription. `form`: a subscriber who owns the form in the path. `target`, `hook`, `replay`: the same
 * for a form's target. `internal`: the installation's own services.
 */
export type Access =
  | 'public'
  | 'stripe'
  | 'mailer'
  | 'caller'
  | 'person'
  | 'session'
  | 'account'
  | 'subscriber'
  | 'form'
  | 'target'
  | 'hook'
  | 'replay'
  | 'erasure'
  | 'workspace'
  | 'internal';

/** The parts of the API, each with a description. */
export const groups = {
  'Sending submissions': 'The public endpoint of a form, which needs no account.',
  'Signing in': 'Accounts, sessions, passwords and addresses of people.',
  Account: 'Your own account: its settings, its events, its export and its end.',
  'API keys': 'Keys by which programs call this API.',
  Workspaces: 'Workspaces, their members and invitations.',
  Billing: 'Plans, prices, payment pages and invoices.',
  Forms: 'Forms, their settings, and the usage of the plan.',
  Submissions: 'Reading, searching, marking, exporting and following submissions and their files.',
  Privacy: 'The data of one person over all forms, and its erasure.',
  Notifications: 'The mails that a form sends, and who gets them.',
  Integrations: 'Deliveries of submissions to other services.',
  Mail: 'Links in mails, and reports of mail providers.',
  About: 'The settings of this installation, and this description.',
} as const;
export type Group = keyof typeof groups;

/** The rate limit of a route for each network or account, in a window that starts with the first call. */
export interface Limit {
  /** The name of its counters in Redis. */
  readonly name: string;
  readonly per: 'network' | 'account';
  readonly max: number;
  readonly windowSeconds: number;
}

/**
 * JSON with a schema; no body, for 202 and 204; a body of one of the content types, written by the handler; or a
 * redirect.
 */
export type Success =
  | {
      readonly status: 200 | 201 | 202;
      readonly description: string;
      readonly schema: z.ZodType;
      /** The schema of each line where a caller chooses NDJSON, which the handler writes. */
      readonly lines?: z.ZodType;
    }
  | { readonly status: 202 | 204; readonly description: string }
  | {
      readonly status: 200;
      readonly description: string;
      readonly contentTypes: readonly string[];
      /** The schema of each NDJSON line. */
      readonly lines?: z.ZodType;
    }
  | { readonly status: 302; readonly description: string; readonly location: string | null };

/** A route as data, which is enough to check its requests, to type its callers and to describe it. */
export interface Route {
  readonly group: Group;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** What it does in a workspace, which decides on the role or the scope that it takes. */
  readonly action?: Action;
  /** The feature that the account's plan must include. */
  readonly feature?: Feature;
  readonly limit?: Limit;
  /** True for a route that changes nothing although it is no GET, so API keys with the scope `read` may call it. */
  readonly changesNothing?: true;
  /** True for a route that API keys with the scope `read` may not call although it changes nothing. */
  readonly needsWriteKey?: true;
  /** True for a route that requires a sign-in, or the password again, within the last ten minutes. */
  readonly needsConfirmation?: true;
  /** True for a route that is refused where only providers sign people in. */
  readonly needsPasswords?: true;
  /** True for a route that is refused while no mail can be queued, whether or not there is one to send. */
  readonly sendsMail?: true;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The schema of each line of a body in NDJSON, which the handler reads. */
  readonly bodyLines?: z.ZodType;
  /** How the faults of a body are named, if not by the path of each. */
  readonly faults?: (error: z.ZodError) => readonly { readonly field: string; readonly message: string }[];
  /** Headers that the route reads, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly success: Success;
  /** The route's own refusals. Those of its access, limits and input are added to the description. */
  readonly refusals?: readonly RefusalName[];
}
