import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { FrontDoor } from '#front-door/proxies.test-setup.ts';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A client with its own address in 127.0.0.0/8. It trusts only the certificate of the proxy. */
export function clientAt(address: string, { httpsUrl, ca }: FrontDoor) {
  const open = async (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> => {
    const outgoing = request(httpsUrl + path, { method, headers, ca, localAddress: address, family: 4, agent: false });
    onTestFinished(() => void outgoing.destroy());
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  };
  const ask = async (path: string, sent?: Sent) => {
    const answer = await open(path, sent);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  };
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { open, ask, post };
}

/** A form with one file, as a browser sends it. */
export function uploadOf(file: Buffer): Required<Sent> {
  const disposition = 'content-disposition: form-data; name="file"; filename="a.bin"';
  const parts = [Buffer.from(`--part\r\n${disposition}\r\n\r\n`), file, Buffer.from('\r\n--part--\r\n')];
  const body = Buffer.concat(parts);
  const headers = {
    accept: 'application/json',
    'content-type': 'multipart/form-data; boundary=part',
    'content-length': String(body.length),
  };
  return { method: 'POST', headers, body };
}

/** The totals that an event stream reports, in order. */
export async function* totalsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<number> {
  let unread = '';
  for await (const chunk of stream) {
    unread += chunk.toString();
    const events = unread.split('\n\n');
    unread = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: ?(\{.*\})$/m.exec(event)?.[1];
      if (data !== undefined) yield (JSON.parse(data) as { total: number }).total;
    }
  }
}
