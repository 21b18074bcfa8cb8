/** The context that the secret of a person's authenticator app is sealed for. */
export function totpContext(personId: string): string {
  return `totp:${personId}`;
}
