import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { MailServer } from '#mail-server.ts';

/** What a mail server offers to a client that asks for TLS. */
export interface SeenTls {
  readonly isOffered: boolean;
  /** Why the certificate is not valid for the server's name; null for a valid one. */
  readonly problem: string | null;
  readonly endsAt: Date | null;
}

export interface LookOptions {
  readonly timeoutMs?: number;
  /** Trusted instead of the authorities that Node trusts. */
  readonly ca?: string;
  /** Where the server is reached, if its name does not say. */
  readonly at?: { readonly host: string; readonly port: number };
}

type Looked = Pick<MailServer, 'host' | 'port' | 'isSecure'>;

const defaultTimeoutMs = 5_000;
/** More than a server says in one answer. */
const answerMaxLength = 8_192;

/** Greets the mail server and begins TLS. No mail is sent, and no password is told. */
export async function lookAtTls(server: Looked, options: LookOptions = {}): Promise<SeenTls> {
  const { timeoutMs = defaultTimeoutMs, ca, at = { host: server.host, port: server.port } } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const name = isIP(server.host) === 0 ? { servername: server.host } : {};
  // The end of an untrusted certificate is told as well, so Node's own verdict is read afterwards.
  const tls = { ...name, ...(ca !== undefined && { ca }), rejectUnauthorized: false };
  const sockets: Socket[] = [];
  const opened = <Opened extends Socket>(socket: Opened): Opened => {
    sockets.push(socket);
    return socket.on('error', () => undefined);
  };
  try {
    if (server.isSecure) return await seen(opened(connectTls({ ...tls, ...at })), signal);
    const plain = opened(connect(at));
    if (!(await startTls(plain, signal))) return { isOffered: false, problem: null, endsAt: null };
    return await seen(opened(connectTls({ ...tls, socket: plain })), signal);
  } catch (error) {
    throw signal.aborted ? new Error(`no answer within ${timeoutMs / 1_000} s`) : error;
  } finally {
    // The last one owns the connection. Node crashes if the connection below a TLS socket is destroyed first.
    sockets.at(-1)?.destroy();
  }
}

async function seen(socket: TLSSocket, signal: AbortSignal): Promise<SeenTls> {
  await once(socket, 'secureConnect', { signal });
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  const problem = socket.authorized ? null : reasonOf(socket.authorizationError);
  return { isOffered: true, problem, endsAt: Number.isNaN(ends) ? null : new Date(ends) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server is ready for TLS. */
async function startTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  await hear(socket, '220', signal);
  socket.write('EHLO localhost\r\n');
  if (!/^250[ -]STARTTLS\s*$/im.test(await hear(socket, '250', signal))) return false;
  socket.write('STARTTLS\r\n');
  await hear(socket, '220', signal);
  return true;
}

/** One answer, whose last line has a space after its code. */
async function hear(socket: Socket, code: string, signal: AbortSignal): Promise<string> {
  let text = '';
  while (!/^\d{3}(?: [^\n]*)?\n$/m.test(text)) {
    await once(socket, 'readable', { signal });
    const chunk: Buffer | null = socket.read();
    if (chunk === null && socket.readableEnded) throw new Error('it hung up');
    text += chunk?.toString('latin1') ?? '';
    if (text.length > answerMaxLength) throw new Error('it says too much');
  }
  if (!text.startsWith(code)) throw new Error(`it says ${JSON.stringify(text.slice(0, 80))}`);
  return text;
}
