import { isEmailAddress } from '@inlet/contracts/email-address';
import { type Token, tokensOf } from '#tokens.ts';

/** Returns whether other texts are like this one: of the tokens of both, half stand in each. */
export function likeThis(texts: readonly string[]): (others: readonly string[]) => boolean {
  const own = new Set<Token>(tokensOf(texts));
  const address = addressIn(texts);
  return (others) => {
    if (address !== undefined && addressIn(others) === address) return true;
    const theirs = tokensOf(others);
    const shared = theirs.reduce((count, token) => count + (own.has(token) ? 1 : 0), 0);
    return shared > 0 && shared / (own.size + theirs.length - shared) >= likeness;
  };
}

const likeness = 0.5;

/** The sender's address, if a field consists of it. */
function addressIn(texts: readonly string[]): string | undefined {
  return texts.find(isEmailAddress)?.toLowerCase();
}
