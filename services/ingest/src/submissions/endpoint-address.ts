/** The parsed address of a public endpoint. */
export interface EndpointAddress {
  readonly endpointId: string;
  /** True for the hosted thank-you page instead of the endpoint itself. */
  readonly isThanks: boolean;
  /** The address without the id, for metrics. */
  readonly route: string;
}

const pattern = /^(\/api\/forms|\/f)\/([^/?#]+)(\/thanks)?\/?(?:\?.*)?$/;

const short = { submit: '/f/:endpointId', seen: '/f/:endpointId/thanks' };
const long = { submit: '/api/forms/:endpointId', seen: '/api/forms/:endpointId/thanks' };

/** Reads the address of an endpoint, or returns null when it is the address of something else. */
export function parseEndpointAddress(url: string): EndpointAddress | null {
  const [, prefix, endpointId, thanks] = pattern.exec(url) ?? [];
  if (prefix === undefined || endpointId === undefined) return null;
  const { submit, seen } = prefix === '/f' ? short : long;
  return { endpointId, isThanks: thanks !== undefined, route: thanks === undefined ? submit : seen };
}
