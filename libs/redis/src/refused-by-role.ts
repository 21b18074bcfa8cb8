/** Errors of a replica, or of a server that is becoming one and reloading its data. The command was not executed. */
const refusals = /\b(READONLY|LOADING|MASTERDOWN|UNBLOCKED)\b/;

/**
 * True if Redis refused a command because of its current role: the primary may have moved. The word starts the error,
 * or is inside an error of a transaction (`EXECABORT`) or a script.
 */
export function isRefusedByRole(error: Error): boolean {
  return error.name === 'ReplyError' && refusals.test(error.message);
}
