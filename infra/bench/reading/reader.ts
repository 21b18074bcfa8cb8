import { Agent, type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { sessionSchema } from '@inlet/contracts/sessions';

/** A signed-in person who reads, one request after the other, as a dashboard does. */
export type Reader = Awaited<ReturnType<typeof openReader>>;

const password = 'a password of the benchmark';

/** Creates an account and signs in to it; its connections stay open between requests. */
export async function openReader(accountUrl: string, email: string) {
  const agent = new Agent({ keepAlive: true });
  const authenticate = async (path: string) => {
    const body = JSON.stringify({ email, password, transport: 'token' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(accountUrl + path, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return sessionSchema.parse(await answer.json());
  };
  let session = await authenticate('/api/auth/sign-up');

  const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const authorization = `Bearer ${session.access_token}`;
      const options = { agent, headers: { authorization, ...headers } };
      const asked = request(accountUrl + path, options, resolve);
      asked.on('error', reject).end();
    });
  return {
    userId: session.user.id,
    /** Signs in again before each measurement: an access token is valid for a quarter of an hour. */
    signIn: async () => {
      session = await authenticate('/api/auth/sign-in');
    },
    /** The response, whose body is not read yet. */
    open,
    /** The parsed response; fails for a status other than 200. */
    read: async (path: string) => {
      const answer = await open(path);
      if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${await text(answer)}`);
      return json(answer);
    },
    close: () => agent.destroy(),
  };
}
