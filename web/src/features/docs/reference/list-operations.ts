import { type ApiAnswer, type ApiOperation, apiDocument } from '#features/docs/reference/api-document.ts';

export interface ListedOperation {
  readonly id: string;
  /** The operation's anchor on a reference page. */
  readonly href: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal that at least this number of calls share is listed once, above all calls. */
const commonFrom = 12;

/** Groups with their own reference pages: all calls on one page cost a phone one more round trip. */
const groupsOfPages: Readonly<Record<string, readonly string[]>> = {
  'api-integrations': ['Notifications', 'Integrations', 'Mail'],
  'api-account': ['Signing in', 'Account', 'Workspaces', 'API keys', 'Billing', 'About'],
};

/** The reference page of a group. */
export function pageOfGroup(name: string): string {
  const [page = 'api-reference'] = Object.keys(groupsOfPages).filter((key) => groupsOfPages[key]?.includes(name));
  return page;
}

/** Every operation of the API. */
export function listOperations(): ListedOperation[] {
  return Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      href: `/docs/${pageOfGroup(operation.tags[0] ?? '')}#${operation.operationId}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** The operations by group, in the order of the document. */
export function groupOperations(): { name: string; operations: ListedOperation[] }[] {
  return apiDocument.tags.map(({ name }) => ({ name, operations: operationsOf(name) }));
}

/** The operations of a group. A page that names an unknown group fails the build. */
export function operationsOf(name: string): ListedOperation[] {
  const operations = listOperations().filter(({ operation }) => operation.tags.includes(name));
  if (operations.length === 0) throw new Error(`The API has no call about “${name}”`);
  return operations;
}

function keyOf({ status, code, message }: Refusal): string {
  return `${status} ${code} ${message}`;
}

function refusalsOf(status: string, { 'x-codes': codes = {} }: ApiAnswer): Refusal[] {
  return Object.entries(codes).map(([code, message]) => ({ status, code, message }));
}

const sharedRefusals = Map.groupBy(
  listOperations().flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, answer]) => refusalsOf(status, answer)),
  ),
  keyOf,
);

/** The refusals of most calls, by their status. */
export const commonRefusals: readonly Refusal[] = [...sharedRefusals.values()]
  .flatMap(([refusal, ...more]) => (refusal && more.length + 1 >= commonFrom ? [refusal] : []))
  .toSorted((one, other) => one.status.localeCompare(other.status));

const commonKeys = new Set(commonRefusals.map(keyOf));

/** The responses of a call without the common refusals. */
export function ownResponses({ responses }: ApiOperation): [status: string, answer: ApiAnswer][] {
  return Object.entries(responses).flatMap(([status, answer]): [string, ApiAnswer][] => {
    if (!answer['x-codes']) return [[status, answer]];
    const own = refusalsOf(status, answer).filter((refusal) => !commonKeys.has(keyOf(refusal)));
    if (own.length === 0) return [];
    return [[status, { ...answer, 'x-codes': Object.fromEntries(own.map(({ code, message }) => [code, message])) }]];
  });
}
