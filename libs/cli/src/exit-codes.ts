/** What a script can tell from the exit code of every command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** The command line is wrong. It is a failure: 2 has one meaning, so that a pipeline can rely on it. */
  usage: 1,
  /** `plan` found a difference. */
  difference: 2,
  notAllowed: 3,
  notFound: 4,
  /** The installation is away or failed. */
  away: 5,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
