/** The parsed address of a public endpoint. */
export interface EndpointAddress {
  readonly endpointId: string;
  /**
   * The thank-you page, the schema of the rules, what the hosted page sends, or the test of a check-up; null for the
   * endpoint itself.
   */
  readonly part: 'thanks' | 'schema' | 'page' | 'check' | null;
  /** The address without the id, for metrics. */
  readonly route: string;
}

const pattern = /^(\/api\/forms|\/f)\/([^/?#]+)(?:\/(thanks|schema|page|check))?\/?(?:\?.*)?$/;

const templates = { '/f': '/f/:endpointId', '/api/forms': '/api/forms/:endpointId' } as const;

/** Reads the address of an endpoint, or returns null when it is the address of something else. */
export function parseEndpointAddress(url: string): EndpointAddress | null {
  const [, prefix, endpointId, part = null] = pattern.exec(url) ?? [];
  if (prefix === undefined || endpointId === undefined) return null;
  const template = templates[prefix as keyof typeof templates];
  return { endpointId, part: part as EndpointAddress['part'], route: part === null ? template : `${template}/${part}` };
}
