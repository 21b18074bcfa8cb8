import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createLifecycle } from '@inlet/process/lifecycle';
import { createLogger } from '@inlet/process/logger';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { onTestFinished } from 'vitest';
import type { CaughtMail, MailSummary } from '#mail-catcher/caught-mail.ts';
import { startMailCatcher } from '#mail-catcher/start-mail-catcher.ts';

export type TestCatcher = Awaited<ReturnType<typeof startTestCatcher>>;

/** Starts the mail catcher on free ports; it ends with the test. */
export async function startTestCatcher() {
  const lines: string[] = [];
  const logger = createLogger({ service: 'mail', level: 'trace' }, { write: (line) => void lines.push(line) });
  const lifecycle = createLifecycle({ logger, deadlineMs: 60_000 });
  const config = { PORT: 0, SMTP_PORT: 0, MAIL_FOLDER: await createDisposableFolder(), LOG_LEVEL: 'trace' } as const;
  const { port, smtpPort } = await startMailCatcher({ config, logger, lifecycle });
  const close = () => lifecycle.close('the test is over');
  onTestFinished(async () => void (await close()));
  const base = `http://127.0.0.1:${port}`;
  const read = async <T>(path: string) => (await (await fetch(base + path)).json()) as T;
  const mails = async (query = '') => (await read<{ mails: MailSummary[] }>(`/api/mails${query}`)).mails;
  return {
    smtpPort,
    base,
    /** All log lines. */
    log: () => lines.join(''),
    close,
    deliver: (letter: Letter) => deliver(smtpPort, letter),
    mails,
    newest: async () => read<CaughtMail>(`/api/mails/${(await mails())[0]?.id}`),
    page: async (path: string) => (await fetch(base + path)).text(),
  };
}

interface Letter {
  readonly from?: string;
  readonly to?: readonly string[];
  /** Headers and body as bytes, with the line ends of mails. */
  readonly source: string | Buffer;
  /** Parameters of MAIL FROM, such as the size. */
  readonly announced?: string;
}

/** Sends a mail over SMTP and returns the server's last response. */
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
