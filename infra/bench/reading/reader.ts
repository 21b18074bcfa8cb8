import { Agent, type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import * as z from 'zod';

/** Somebody who is signed in and reads, one request after the other, as a dashboard does. */
export type Reader = {
  userId: string;
  /** Anew before each measurement: an access token lives for a quarter of an hour. */
  signIn: () => Promise<void>;
  /** The answer, whose body is not read yet. */
  open: (path: string, headers?: Readonly<Record<string, string>>) => Promise<IncomingMessage>;
  /** The parsed answer; fails for any other than 200. */
  read: (path: string) => Promise<unknown>;
  close: () => void;
};

const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) });
const password = 'a password of the benchmark';

/** Makes an account and signs in to it; its connections stay open from one request to the next. */
export async function openReader(accountUrl: string, email: string): Promise<Reader> {
  const agent = new Agent({ keepAlive: true });
  const authenticate = async (path: string) => {
    const body = JSON.stringify({ email, password, transport: 'token' });
    const answer = await fetch(accountUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return sessionSchema.parse(await answer.json());
  };
  let session = await authenticate('/api/auth/sign-up');

  const open: Reader['open'] = (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const authorization = `Bearer ${session.access_token}`;
      const options = { agent, headers: { authorization, ...headers } };
      request(accountUrl + path, options, resolve)
        .on('error', reject)
        .end();
    });
  return {
    userId: session.user.id,
    signIn: async () => {
      session = await authenticate('/api/auth/sign-in');
    },
    open,
    read: async (path) => {
      const answer = await open(path);
      if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${await text(answer)}`);
      return json(answer);
    },
    close: () => agent.destroy(),
  };
}
