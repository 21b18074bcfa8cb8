/** The mailbox that an address leads to: one with a tag, as in ada+shop@example.com, is that of the same person. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@');
}
