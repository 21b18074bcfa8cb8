/** The mailbox of an address: a tagged address such as ada+shop@example.com belongs to the same person. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [at, tag] = [address.lastIndexOf('@'), address.indexOf('+')];
  return tag === -1 || tag > at ? address : address.slice(0, tag) + address.slice(at);
}
