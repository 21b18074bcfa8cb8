/** The part of a form's address that tells it from others, for places with little room. */
export function endpointPath(endpointUrl: string): string {
  return URL.canParse(endpointUrl) ? new URL(endpointUrl).pathname : endpointUrl;
}
