/**
 * A mail that the mail server has not taken. The server's answer stays out of this, and so does the cause: both may
 * hold the address, the words or our own password, and an error ends up in a log.
 */
export class MailFault extends Error {
  override readonly name = 'MailFault';
  /** True where the same mail would be refused again, such as an address that does not exist. */
  readonly isForGood: boolean;
  /** True where the server says that there is no such mailbox. */
  readonly isBounce: boolean;

  constructor(reason: string, { isForGood, isBounce }: Pick<MailFault, 'isForGood' | 'isBounce'>) {
    super(`The mail was not taken: ${reason}`);
    this.isForGood = isForGood;
    this.isBounce = isBounce;
  }
}

/** Reads what the SMTP client says about a failure, as far as it may be told. */
export function toMailFault(error: unknown): MailFault {
  const { code, command, responseCode, permanent, status } = detailsOf(error);
  const reason = [code, command && `at ${command}`, responseCode].filter((part) => part !== undefined).join(' ');
  const isForGood = isRefusal(command, permanent, code);
  const isBounce = isForGood && command === 'RCPT TO' && isAboutMailbox(responseCode, status);
  return new MailFault(reason || 'for an unknown reason', { isForGood, isBounce });
}

/** No such mailbox, no such host, no name of a mailbox, moved, and a domain that takes no mail. */
const aboutMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** The domain takes no mail (RFC 7504): no server says that about us. */
const noMailCode = 556;

/**
 * A server refuses recipients for other reasons as well: a full mailbox (5.2), the sender (5.1.7, 5.1.8), or its policy
 * about us (5.7), as where `SMTP_URL` names a server that does not relay. Many say so with a bare 550. These must not
 * stop all mail to every address.
 */
function isAboutMailbox(code: number | undefined, status: string | undefined): boolean {
  return status === undefined ? code === noMailCode : aboutMailbox.has(status);
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
    /** The enhanced status of RFC 3463, as in `550 5.1.1 no such user`. */
    status:
      typeof given.response === 'string' ? /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(given.response)?.[1] : undefined,
  };
}

/** Only words of the client's own, in capitals: other words may come from the server. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9 -]{0,39}$/.test(value) ? value : undefined;
}
