import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import type { TestAccount } from '#account.test-setup.ts';
import { upkeep } from '#background-work.ts';

export interface SeenEvent {
  readonly event: string;
  readonly data: string;
}

export interface Following {
  readonly status: number;
  readonly answer: IncomingMessage;
  /** All dispatched events, in order. */
  readonly events: readonly SeenEvent[];
  /** The totals among them. */
  readonly totals: () => number[];
  readonly hasEnded: () => boolean;
  readonly leave: () => void;
}

export interface FollowOptions {
  readonly token: string;
  readonly method?: string;
  /** If true, opens the stream and reads nothing. */
  readonly isIdle?: boolean;
}

/** Opens a stream on a separate connection, and reads it like a browser. */
export async function follow(account: TestAccount, formId: string, options: FollowOptions): Promise<Following> {
  const { token, method = 'GET', isIdle = false } = options;
  const asked: ClientRequest = request(`${account.url}/api/v1/forms/${formId}/live`, {
    agent: false,
    method,
    headers: { authorization: `Bearer ${token}` },
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
    totals: () => stream.events.map(({ data }) => JSON.parse(data).total),
    hasEnded: () => hasEnded,
    leave: () => asked.destroy(),
  };
}

/** The part of the standard's algorithm that these streams need. */
function readEvents() {
  const events: SeenEvent[] = [];
  let rest = '';
  function dispatch(block: string): void {
    const fieldOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = fieldOf('data');
    if (data !== undefined) events.push({ event: fieldOf('event') ?? 'message', data });
  }
  return {
    events,
    take: (text: string) => {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) dispatch(block);
    },
  };
}

/** Starts to follow stored submissions. */
export async function startLive({ deps }: TestAccount): Promise<void> {
  deps.live.start();
  const { liveChanges, liveAccess, liveHeartbeats } = upkeep;
  const work = startBackgroundWork({ liveChanges, liveAccess, liveHeartbeats }, deps);
  deps.lifecycle.onClose('finish work', 'live streams', work.close);
  const isSubscribed = async () => Number((await deps.redis.pubsub('NUMSUB', deps.keys.storedForms))[1]) > 0;
  await waitUntil(isSubscribed, { what: 'the subscription' });
}

export async function listenerCount({ deps }: TestAccount): Promise<number> {
  const gauge = await deps.metrics.registry.getSingleMetric('inlet_live_listeners')?.get();
  return gauge?.values[0]?.value ?? 0;
}

/** Counts one more submission of a form. */
export async function count({ deps }: TestAccount, formId: string): Promise<void> {
  await deps.database.prisma.formTotal.upsert({
    where: { formId },
    create: { formId, submissionCount: 1 },
    update: { submissionCount: { increment: 1 } },
  });
}

/** Counts one more submission of each form and announces it, as the worker does. */
export async function announce(account: TestAccount, ...formIds: readonly string[]): Promise<void> {
  for (const formId of formIds) await count(account, formId);
  const { redis, keys } = account.deps;
  await publishStoredForms(
    redis,
    keys,
    formIds.map((formId) => ({ formId })),
  );
}
