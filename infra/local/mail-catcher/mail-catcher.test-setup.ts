import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createLifecycle } from '@inlet/service/lifecycle';
import { createLogger } from '@inlet/service/logger';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { onTestFinished } from 'vitest';
import { startMailCatcher } from '#mail-catcher/start-mail-catcher.ts';

export interface TestCatcher {
  readonly smtpPort: number;
  readonly base: string;
  readonly folder: string;
  /** Everything that was logged. */
  readonly log: () => string;
  readonly close: () => Promise<unknown>;
}

/** The mail catcher on ports of its own; it ends with the test. */
export async function startTestCatcher(folder?: string): Promise<TestCatcher> {
  const lines: string[] = [];
  const logger = createLogger({ service: 'mail', level: 'trace' }, { write: (line) => void lines.push(line) });
  const lifecycle = createLifecycle({ logger, deadlineMs: 10_000 });
  const MAIL_FOLDER = folder ?? (await createDisposableFolder());
  const config = { PORT: 0, SMTP_PORT: 0, MAIL_FOLDER, LOG_LEVEL: 'trace' } as const;
  const { port, smtpPort } = await startMailCatcher({ config, logger, lifecycle });
  const close = () => lifecycle.close('the test is over');
  onTestFinished(async () => {
    await close();
  });
  return { smtpPort, base: `http://127.0.0.1:${port}`, folder: MAIL_FOLDER, log: () => lines.join(''), close };
}

export interface Letter {
  readonly from?: string;
  readonly to?: readonly string[];
  /** Headers and body as bytes, with lines that end as they do in mails. */
  readonly source: string | Buffer;
  /** Parameters of MAIL FROM, such as the size. */
  readonly announced?: string;
}

/** Sends a mail over SMTP and returns the server's last answer. */
export async function deliver(port: number, letter: Letter): Promise<string> {
  const { from = 'inlet@example.test', to = ['ada@example.test'], source, announced = '' } = letter;
  const socket = connect(port, '127.0.0.1');
  try {
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const ask = async (command?: string | Buffer) => {
      if (command !== undefined) socket.write(command);
      for (;;) {
        const { value = '', done } = await lines.next();
        if (done === true || /^\d{3} /.test(value)) return value;
      }
    };
    await once(socket, 'connect');
    await ask();
    await ask('EHLO test\r\n');
    const commands = [`MAIL FROM:<${from}>${announced}`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA'];
    for (const command of commands) {
      const answer = await ask(`${command}\r\n`);
      if (!/^[23]/.test(answer)) return answer;
    }
    return await ask(Buffer.concat([Buffer.from(source), Buffer.from('\r\n.\r\n')]));
  } finally {
    socket.destroy();
  }
}

/** A mail with these headers and this body. */
export function letter(headers: Readonly<Record<string, string>>, body: string | Buffer = ''): Buffer {
  const lines = Object.entries({ 'MIME-Version': '1.0', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(lines.join('')), Buffer.from('\r\n'), Buffer.from(body)]);
}
