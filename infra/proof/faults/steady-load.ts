import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '#faults/ledger.ts';

export interface SteadyLoad {
  readonly sent: number;
  /** Answers other than 2xx, in words, and how often they came. */
  readonly refused: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
}

/** Sends so many submissions a second, each at its time, whether or not those before it are answered. */
export async function sendSteadily(
  urls: readonly string[],
  { perSecond, seconds, ledger }: { perSecond: number; seconds: number; ledger: Ledger },
): Promise<SteadyLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times: number[] = [];
  const refused: Record<string, number> = {};
  const startMs = performance.now();
  const count = perSecond * seconds;
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const dueMs = startMs + (n * 1_000) / perSecond;
      await pause(Math.max(0, dueMs - performance.now()));
      const how = await submit(urls[n % urls.length] ?? '', agent, ledger);
      times.push(performance.now() - dueMs);
      if (how !== null) refused[how] = (refused[how] ?? 0) + 1;
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(count - 1, Math.floor(count * share))] ?? 0);
  return { sent: count, refused, p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1) };
}

/** Null where it was accepted. */
async function submit(url: string, agent: Agent, ledger: Ledger): Promise<string | null> {
  const outgoing = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } });
  outgoing.end(JSON.stringify({ attempt: ledger.attempt(), text: 'x'.repeat(200) }));
  try {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const body = await text(answer);
    if (answer.statusCode !== 200) return String(answer.statusCode);
    ledger.acknowledge(JSON.parse(body).submissionId);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
