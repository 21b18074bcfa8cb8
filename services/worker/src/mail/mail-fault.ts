/**
 * The mail server did not accept a mail. Its message omits the server's response and the cause: both may contain the
 * address, the text or our own password, and errors are logged.
 */
export class MailFault extends Error {
  override readonly name = 'MailFault';
  /** True if the same mail would be refused again, for example because the address does not exist. */
  readonly isForGood: boolean;
  /** True if the server reports that the mailbox does not exist. */
  readonly isBounce: boolean;
  /** Private, so that no log shows it. */
  readonly #answer: string;

  constructor(reason: string, { isForGood, isBounce }: Pick<MailFault, 'isForGood' | 'isBounce'>, answer = reason) {
    super(`The mail was not taken: ${reason}`);
    this.isForGood = isForGood;
    this.isBounce = isBounce;
    this.#answer = answer;
  }

  /** The mail server's own words for the person whose mail it is, or the reason where they may contain a password. */
  get answer(): string {
    return this.#answer;
  }
}

/** Converts an error of the SMTP client, without confidential parts. */
export function toMailFault(error: unknown): MailFault {
  const { code, command, responseCode, permanent, status, response } = detailsOf(error);
  const reason = [code, command && `at ${command}`, responseCode].filter((part) => part !== undefined).join(' ');
  const isForGood = isRefusal(command, permanent, code);
  const isBounce = isForGood && command === 'RCPT TO' && isAboutMailbox(responseCode, status);
  const isAboutMail = command !== undefined && aboutMail.has(command);
  return new MailFault(reason || 'for an unknown reason', { isForGood, isBounce }, isAboutMail ? response : undefined);
}

/** Steps in which a server speaks about the mail, and not about our password. */
const aboutMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** Statuses for an unknown mailbox or host, an invalid mailbox name, a moved mailbox, and a domain without mail. */
const aboutMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10']);
/** The domain accepts no mail (RFC 7504); servers never use this code about the sender. */
const noMailCode = 556;

/**
 * Servers also refuse recipients for other reasons: a full mailbox (5.2), the sender (5.1.7, 5.1.8), or a policy about
 * us (5.7), for example if `SMTP_URL` names a server that does not relay. Many only use a bare 550. These must not stop
 * all mail to every address.
 */
function isAboutMailbox(code: number | undefined, status: string | undefined): boolean {
  return status === undefined ? code === noMailCode : aboutMailbox.has(status);
}

/**
 * The address or the content was refused permanently. A refusal of our name, our password or the sender is a
 * configuration error, which can be fixed while the mail waits.
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
    response: typeof given.response === 'string' ? given.response : undefined,
    /** The enhanced status of RFC 3463, as in `550 5.1.1 no such user`. */
    status:
      typeof given.response === 'string' ? /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(given.response)?.[1] : undefined,
  };
}

/** Only the client's own words, in capitals: other text may come from the server. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9 -]{0,39}$/.test(value) ? value : undefined;
}
