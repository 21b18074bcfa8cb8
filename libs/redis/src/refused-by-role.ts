/** Errors of a replica, or of a server that becomes one and reloads its data. The command was not executed. */
const refusals = /\b(READONLY|LOADING|MASTERDOWN|UNBLOCKED)\b/;

/**
 * True if Redis refused a command because of its present role: the primary may be elsewhere by now. The word
 * starts the error, or stands inside that of a transaction (`EXECABORT`) or a script.
 */
export function isRefusedByRole(error: Error): boolean {
  return error.name === 'ReplyError' && refusals.test(error.message);
}
