/** The part of a form's address that distinguishes it from others, for small spaces. */
export function endpointPath(endpointUrl: string): string {
  return URL.canParse(endpointUrl) ? new URL(endpointUrl).pathname : endpointUrl;
}
