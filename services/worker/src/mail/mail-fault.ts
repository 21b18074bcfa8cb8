/**
 * A mail that the mail server has not taken. The server's answer stays out of this, and so does the cause: both may hold
 * the address, the words or our own password, and an error ends up in a log.
 */
export class MailFault extends Error {
  override readonly name = 'MailFault';
  /** True where the same mail would be refused again, such as an address that does not exist. */
  readonly isForGood: boolean;

  constructor(reason: string, isForGood: boolean) {
    super(`The mail was not taken: ${reason}`);
    this.isForGood = isForGood;
  }
}

/** Reads what the SMTP client says about a failure, as far as it may be told. */
export function toMailFault(error: unknown): MailFault {
  const { code, command, responseCode, permanent } = detailsOf(error);
  const reason = [code, command && `at ${command}`, responseCode].filter((part) => part !== undefined).join(' ');
  return new MailFault(reason || 'for an unknown reason', isRefusal(command, permanent, code));
}

/**
 * The address or the words were refused for good. A refusal of our name, of our password or of the sender is a matter
 * of settings, which are mended while the mail waits.
 */
function isRefusal(command: string | undefined, permanent: boolean, code: string | undefined): boolean {
  if (command === 'API') return code === 'EENVELOPE';
  return permanent && (command === 'RCPT TO' || command === 'DATA');
}

function detailsOf(error: unknown) {
  const given: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  return {
    code: text(given.code),
    command: text(given.command),
    responseCode: typeof given.responseCode === 'number' ? given.responseCode : undefined,
    permanent: given.permanent === true,
  };
}

/** Only words of the client's own, in capitals: other words may come from the server. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9 -]{0,39}$/.test(value) ? value : undefined;
}
