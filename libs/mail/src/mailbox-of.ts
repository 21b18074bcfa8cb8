/** The mailbox that an address leads to: one with a tag, as in ada+shop@example.com, is that of the same person. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [at, tag] = [address.lastIndexOf('@'), address.indexOf('+')];
  return tag === -1 || tag > at ? address : address.slice(0, tag) + address.slice(at);
}
