/**
 * The name of a form in a sentence to a visitor. One that looks like an address or a link is left out: the mail must lead
 * nowhere but to its own button, and give nobody's address away.
 */
export function formNameFor(name: string): string {
  return /@|:\/\/|www\.|\p{Cc}/iu.test(name) ? '…' : name;
}
