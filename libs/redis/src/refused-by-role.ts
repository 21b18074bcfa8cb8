/** A replica, or a server that turns into one and reads its data anew. It has carried nothing out. */
const refusals = /\b(READONLY|LOADING|MASTERDOWN|UNBLOCKED)\b/;

/**
 * Tells that Redis refused a command for what it is at the moment, so that the primary may be elsewhere by now. The word
 * comes first in an answer, or inside that of a transaction (`EXECABORT`) or of a script.
 */
export function isRefusedByRole(error: Error): boolean {
  return error.name === 'ReplyError' && refusals.test(error.message);
}
