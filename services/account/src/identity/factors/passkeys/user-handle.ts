/** The id of a person as an authenticator keeps it. It names nobody. */
export function userHandleOf(personId: string): string {
  return bytesOfHandle(personId).toString('base64url');
}

export function bytesOfHandle(personId: string): Buffer<ArrayBuffer> {
  return Buffer.from(personId.replaceAll('-', ''), 'hex');
}
