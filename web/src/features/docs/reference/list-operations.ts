import { type ApiOperation, apiDocument } from '#features/docs/reference/api-document.ts';

export interface ListedOperation {
  /** Its place on the reference page. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

/** Every operation of the API. */
export function listOperations(): ListedOperation[] {
  return Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** The operations by what they are about, in the document's own order. */
export function groupOperations(): { name: string; operations: ListedOperation[] }[] {
  return apiDocument.tags.map(({ name }) => ({ name, operations: operationsOf(name) }));
}

/** The operations about one thing. A page that names what the document does not have fails the build. */
export function operationsOf(name: string): ListedOperation[] {
  const operations = listOperations().filter(({ operation }) => operation.tags.includes(name));
  if (operations.length === 0) throw new Error(`The API has no call about “${name}”`);
  return operations;
}
