import { randomUUID } from 'node:crypto';

const acceptable = /^[A-Za-z0-9_-]{8,64}$/;

/** Keeps the id that a caller brought, where it is one that can be logged and echoed safely, else makes one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && acceptable.test(header) ? header : randomUUID();
}
