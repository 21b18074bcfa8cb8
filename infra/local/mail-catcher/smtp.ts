import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@inlet/process/logger';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { readMail } from '#mail-catcher/caught-mail.ts';
import type { Mailbox } from '#mail-catcher/mailbox.ts';

interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly mailbox: Pick<Mailbox, 'keep'>;
  readonly logger: Logger;
}

/** The largest accepted mail in bytes: far more than any that Inlet writes. */
const largestMail = 10 * 1024 * 1024;
/** Senders keep connections open for the next mail; on close they get this long. */
const closeTimeoutMs = 500;

/** Accepts every mail from this machine, without password or encryption. */
export async function openSmtp({ host, port, mailbox, logger }: SmtpOptions) {
  const server = new SMTPServer({
    name: 'localhost',
    size: largestMail,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: closeTimeoutMs,
    onData: (stream, session, done) => void take(stream, session).then(() => done(), done),
  });

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const source = await readAll(stream);
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const mail = await readMail(source, sender, recipients).catch(() => {
      throw refusal(554, 'This is no mail that can be read');
    });
    mailbox.keep(mail);
    logger.info({ bytes: source.length }, 'mail-catcher: mail kept');
  }

  // Senders may close the connection at any time.
  server.on('error', (err) => logger.debug({ err }, 'mail-catcher: connection failed'));
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Reads to the end even if the mail is too large: a sender reads no response before it has sent everything. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= largestMail) chunks.push(chunk);
  }
  if (length > largestMail) throw refusal(552, `The mail is larger than ${largestMail / 1024 / 1024} MB`);
  return Buffer.concat(chunks);
}

/** An error with an SMTP code; the server treats any other error as temporary. */
function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
