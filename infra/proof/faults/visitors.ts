import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface Ask {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Visitor {
  /** The request that it repeats, as in `submit`. */
  readonly name: string;
  /** Whether its connection is kept, or each request opens one. */
  readonly keepsConnection: boolean;
  readonly ask: () => Ask;
  readonly heard?: (body: string) => void;
}

export interface Visits {
  /** Requests that were answered with 2xx. */
  readonly answered: () => number;
  /** Every other outcome in words, a status or what became of the connection, and how often it came. */
  readonly failures: ReadonlyMap<string, number>;
  /** The longest that anybody waited for an answer. */
  readonly slowestMs: () => number;
  readonly stop: () => Promise<void>;
}

/** A steady load, not a full one: the test is about what the restart does, not about how much the machine bears. */
const restMs = 10;

/** Lets visitors ask without end, each waiting for its answer, until they are stopped. */
export function startVisits(visitors: readonly Visitor[]): Visits {
  const failures = new Map<string, number>();
  const fail = (how: string) => void failures.set(how, (failures.get(how) ?? 0) + 1);
  let answered = 0;
  let slowestMs = 0;
  let isOver = false;
  const visits = visitors.map(async ({ name, keepsConnection, ask, heard }) => {
    const agent = new Agent({ keepAlive: keepsConnection, maxSockets: 1 });
    while (!isOver) {
      const startMs = performance.now();
      try {
        const { status, body } = await send(ask(), agent);
        if (status >= 200 && status < 300) {
          answered += 1;
          heard?.(body);
        } else fail(`${name}: ${status} ${body.slice(0, 200)}`);
      } catch (error) {
        fail(`${name}: ${error instanceof Error ? error.message : error}`);
      }
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      await pause(restMs);
    }
    agent.destroy();
  });
  return {
    answered: () => answered,
    failures,
    slowestMs: () => slowestMs,
    stop: async () => {
      isOver = true;
      await Promise.all(visits);
    },
  };
}

async function send({ url, method = 'GET', headers = {}, body }: Ask, agent: Agent) {
  const outgoing = request(url, { method, headers, agent });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}
