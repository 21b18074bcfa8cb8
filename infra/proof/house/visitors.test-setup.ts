import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { latenciesOf } from '@inlet/bench/reading/latencies';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { onTestFinished } from 'vitest';

export interface Ask {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Visitor {
  /** The name of the request that it repeats, such as `submit`. */
  readonly name: string;
  /** True if its connection is kept; otherwise each request opens another. */
  readonly keepsConnection: boolean;
  readonly ask: () => Ask;
  readonly heard?: (body: string) => void;
}

export type Visits = ReturnType<typeof startVisits>;

/** A steady load, not a full one: the test is about the effects of the restart, not about the machine's capacity. */
export const usualRestMs = 10;

const tickMs = 5;

interface Pace {
  /** The time between two requests of a visitor, chosen anew each time. */
  readonly restMs?: () => number;
  /** False for visitors who do not wait for the responses to earlier ones. */
  readonly waits?: boolean;
}

/** Lets visitors send continuously until they are stopped. */
export function startVisits(visitors: readonly Visitor[], { restMs = () => usualRestMs, waits = true }: Pace = {}) {
  const failures = new Map<string, number>();
  const fail = (how: string) => void failures.set(how, (failures.get(how) ?? 0) + 1);
  const timesMs: number[] = [];
  let answered = 0;
  let isOver = false;
  const visit = async ({ name, ask, heard }: Visitor, agent: Agent) => {
    const startMs = performance.now();
    try {
      const { status, body } = await send(ask(), agent);
      if (status >= 200 && status < 300) {
        answered += 1;
        heard?.(body);
      } else fail(`${name}: ${status} ${body.slice(0, 200)}`);
    } catch (error) {
      // An error of several addresses has a code and no message.
      const { message, code } = error as NodeJS.ErrnoException;
      fail(`${name}: ${message || code}`);
    }
    timesMs.push(performance.now() - startMs);
  };
  const visits = visitors.map(async (visitor) => {
    const agent = new Agent({ keepAlive: visitor.keepsConnection, ...(waits && { maxSockets: 1 }) });
    const underWay: Promise<void>[] = [];
    while (!isOver) {
      const asked = visit(visitor, agent);
      if (waits) await asked;
      else underWay.push(asked);
      await pause(restMs());
    }
    await Promise.all(underWay);
    agent.destroy();
  });
  return {
    /** Requests with a 2xx response. */
    answered: () => answered,
    untilMore: async (count: number, timeoutMs: number, what: string) => {
      const goal = answered + count;
      await waitUntil(() => answered >= goal, { timeoutMs, what: `answers during or after: ${what}` });
    },
    /** Every other outcome in words, a status or an error of the connection, and its number. */
    failures: failures as ReadonlyMap<string, number>,
    turnedAway: () => [...failures.values()].reduce((sum, count) => sum + count, 0),
    /** Each response time, whatever the status. */
    p99Ms: () => latenciesOf(timesMs).p99Ms,
    slowestMs: () => Math.max(...timesMs),
    stop: async () => {
      isOver = true;
      await Promise.all(visits);
    },
  };
}

/** A submission like that of a website's script. */
export function submission(url: string, endpointId: string, fields: object): Ask {
  const headers = { 'content-type': 'application/json' };
  return { url: `${url}/f/${endpointId}`, method: 'POST', headers, body: JSON.stringify(fields) };
}

/** Sends submissions over kept connections; requests wait in line for a connection. */
export function openSender(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  return async (url: string, endpointId: string, fields: object) => {
    const { status, body } = await send(submission(url, endpointId, fields), agent);
    return { status, body: JSON.parse(body) as { submissionId?: string; error?: string } };
  };
}

/** Sends at a steady rate, however slow the responses are, until the time is over; resolves with the last response. */
export async function sendSteadily(perSecond: number, send: () => Promise<void>, isOver: () => boolean) {
  const underWay = new Set<Promise<void>>();
  const startMs = performance.now();
  for (let sent = 0; !isOver(); await pause(tickMs)) {
    for (const due = ((performance.now() - startMs) * perSecond) / 1_000; sent < due; sent += 1) {
      const one = send().finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }
  await Promise.all(underWay);
}

async function send({ url, method = 'GET', headers = {}, body }: Ask, agent: Agent) {
  const outgoing = request(url, { method, headers, agent });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}
