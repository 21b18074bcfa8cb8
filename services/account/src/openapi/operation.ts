import type { HttpError } from '@inlet/service/http-error';
import type * as z from 'zod';

/** Who may call: anybody, a person who is signed in, or also a program with a key; forms need a subscription. */
export type Access = 'everybody' | 'person' | 'caller' | 'subscriber';

export const groups = [
  'Sending submissions',
  'Signing in',
  'Account',
  'API keys',
  'Billing',
  'Forms',
  'Submissions',
  'About',
] as const;
export type Group = (typeof groups)[number];

/** What is answered when all is well. */
export interface Success {
  readonly status: number;
  readonly says: string;
  readonly schema?: z.ZodType;
  /** Of what is no JSON. */
  readonly contentTypes?: readonly string[];
}

/** One route as it is described to people and programs. */
export interface Operation {
  readonly id: string;
  /** As the app lists it: `GET /api/v1/me`. */
  readonly route: string;
  readonly group: Group;
  readonly summary: string;
  readonly details?: string;
  readonly access: Access;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What the body may be written in; JSON where nothing else is said. */
  readonly bodyTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly success: Success;
  /** Refusals of this route's own; those that follow from the rest of it are added. */
  readonly refusals?: readonly HttpError[];
  /** False for a route of another service, which this app does not have. */
  readonly isOwn?: boolean;
}

export function methodOf({ route }: Operation): string {
  return route.slice(0, route.indexOf(' '));
}

export function pathOf({ route }: Operation): string {
  return route.slice(route.indexOf(' ') + 1);
}
