import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface TestMail {
  /** The recipients of the SMTP envelope, who get the mail. */
  readonly recipients: readonly string[];
  /** Headers and body as they were sent. */
  readonly source: string;
}

export interface TestSmtpServer {
  readonly url: string;
  readonly mails: readonly TestMail[];
  /** The number of currently connected senders. */
  readonly connected: () => number;
  /** Closes all connections and accepts no new ones. */
  readonly close: () => void;
}

interface Behaviour {
  readonly port?: number;
  /** Overrides the response to a line; null means no response. */
  readonly answer?: (line: string) => string | null | undefined;
}

const usual: Readonly<Record<string, string>> = {
  EHLO: '250-test\r\n250 AUTH PLAIN',
  DATA: '354 go on',
  QUIT: '221 bye',
};

/** A mail server on loopback that accepts every mail, or misbehaves as a test requires; it stops after the test. */
export async function startSmtpServer({ port = 0, answer = () => undefined }: Behaviour = {}): Promise<TestSmtpServer> {
  const mails: TestMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    talk(socket, (line) => answer(line), mails);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    connected: () => sockets.size,
    close,
  };
}

function talk(socket: Socket, answer: (line: string) => string | null | undefined, mails: TestMail[]): void {
  let recipients: string[] = [];
  let source: string[] | null = null;
  const reply = (line: string, otherwise: string) => {
    const given = answer(line);
    if (given !== null) socket.write(`${given ?? otherwise}\r\n`);
    return given === undefined;
  };
  reply('', '220 test');
  createInterface({ input: socket }).on('line', (line) => {
    if (source === null) command(line);
    else if (line !== '.') source.push(line.startsWith('.') ? line.slice(1) : line);
    else {
      if (reply(line, '250 taken')) mails.push({ recipients, source: source.join('\n') });
      source = null;
    }
  });
  function command(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ');
    if (verb === 'MAIL') recipients = [];
    const isUsual = reply(line, usual[verb] ?? '250 ok');
    if (verb === 'RCPT' && isUsual) recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
    if (verb === 'DATA' && isUsual) source = [];
    if (verb === 'QUIT') socket.end();
  }
}
