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
  const operations = listOperations();
  return apiDocument.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
