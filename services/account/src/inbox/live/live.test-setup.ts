import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { announceStored, type StoredSubmission } from '@inlet/redis/stored-stream';
import { waitUntil } from '@inlet/testing/wait-until';
import type { TestAccount } from '#account.test-setup.ts';

export interface SeenEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

export interface Following {
  readonly status: number;
  readonly answer: IncomingMessage;
  /** Everything that was dispatched as an event, in order. */
  readonly events: readonly SeenEvent[];
  /** The ids of the submissions among them. */
  readonly ids: () => string[];
  /** With what a browser would come back. */
  readonly lastEventId: () => string | undefined;
  readonly hasEnded: () => boolean;
  readonly leave: () => void;
}

export interface FollowOptions {
  readonly token: string;
  readonly lastEventId?: string | undefined;
  readonly method?: string;
  /** Opens the stream and reads nothing of it. */
  readonly isIdle?: boolean;
}

/** Opens a stream over a connection of its own, and reads it as a browser does. */
export async function follow(account: TestAccount, formId: string, options: FollowOptions): Promise<Following> {
  const { token, lastEventId, method = 'GET', isIdle = false } = options;
  const asked: ClientRequest = request(`${account.url}/api/v1/forms/${formId}/live`, {
    agent: false,
    method,
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  asked.on('error', () => undefined);
  let hasEnded = false;
  answer.on('close', () => {
    hasEnded = true;
  });
  answer.on('error', () => undefined);
  const stream = readEvents();
  if (!isIdle) answer.setEncoding('utf8').on('data', stream.take);
  return {
    status: answer.statusCode ?? 0,
    answer,
    events: stream.events,
    ids: () => stream.events.filter(({ event }) => event === 'submission').map(({ data }) => JSON.parse(data).id),
    lastEventId: stream.lastEventId,
    hasEnded: () => hasEnded,
    leave: () => asked.destroy(),
  };
}

/** The part of the standard's algorithm that these streams need. */
function readEvents() {
  const events: SeenEvent[] = [];
  let rest = '';
  let lastEventId: string | undefined;
  function dispatch(block: string): void {
    const lines = block.split('\n');
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    lastEventId = valuesOf('id').at(-1) ?? lastEventId;
    const data = valuesOf('data');
    if (data.length === 0) return;
    events.push({ event: valuesOf('event').at(-1) ?? 'message', id: lastEventId ?? '', data: data.join('\n') });
  }
  return {
    events,
    lastEventId: () => lastEventId,
    take: (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) dispatch(block);
    },
  };
}

/** Follows the stored submissions from here on: a stream that opened earlier is told to read again. */
export async function startLive(account: TestAccount, formId: string, token: string): Promise<void> {
  account.deps.live.start();
  const first = await follow(account, formId, { token });
  await waitUntil(() => first.lastEventId() !== undefined, { what: 'the stream to be known' });
  first.leave();
  await waitUntil(async () => (await listenerCount(account)) === 0);
}

export async function listenerCount({ deps }: TestAccount): Promise<number> {
  const gauge = await deps.metrics.registry.getSingleMetric('inlet_live_listeners')?.get();
  return gauge?.values[0]?.value ?? 0;
}

/** As the worker does after its commit. */
export function announce({ deps }: TestAccount, ...submissions: readonly StoredSubmission[]): Promise<void> {
  return announceStored(deps.redis, deps.keys, submissions);
}
