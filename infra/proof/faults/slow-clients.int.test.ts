import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it, onTestFinished } from 'vitest';
import { nothing, startLoad } from '#house/load.test-setup.ts';
import { isFullRun } from '#house/run-settings.ts';

/** Clients with each of the five habits. */
const clientsEach = 100;
/**
 * Ten seconds for headers and thirty for a whole request, checked every two seconds; the rest is for a busy machine.
 */
const headersWithinMs = 17_000;
const requestWithinMs = 37_000;
const closedWithinMs = 20_000;
/** Connections to Redis and between services, files, and connections of honest visitors. */
const otherDescriptors = 60;
const betweenBytesMs = 1_000;

interface Habit {
  /** Bytes that it sends at once. */
  readonly begins: string;
  /** Bytes that it then sends each second. */
  readonly goesOn?: string;
  /** False for a client that reads no response. */
  readonly reads?: boolean;
}

/** A client that opens a connection and then sends or reads slowly. */
function openSlowClient(url: string, { begins, goesOn, reads = true }: Habit) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  const startMs = performance.now();
  socket.on('error', () => undefined);
  socket.write(begins);
  const timer = setInterval(() => goesOn !== undefined && socket.writable && socket.write(goesOn), betweenBytesMs);
  socket.once('close', () => clearInterval(timer));
  /** The status of the response and its delay; null if the connection ended without a response. */
  const answer = new Promise<{ status: number; afterMs: number } | null>((resolve) => {
    socket.once('close', () => resolve(null));
    if (!reads) return void socket.pause();
    socket.once('data', (chunk) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1]);
      resolve({ status, afterMs: performance.now() - startMs });
    });
  });
  return { answer, hangUp: () => socket.destroy() };
}

function descriptorsOf({ fleets }: Fleets): number[] {
  return [fleets.ingest, fleets.gateway].map((fleet) => readdirSync(`/proc/${fleet.pids()[0]}/fd`).length);
}

it.runIf(isFullRun)(
  'turns slow clients away in time, while nobody else notices them',
  { timeout: 180_000 },
  async () => {
    const house = await startFleets(1);
    const load = await startLoad(house, '9 slow clients');
    await load.untilMore();
    const before = descriptorsOf(house);
    const open = (url: string, habit: Habit) => Array.from({ length: clientsEach }, () => openSlowClient(url, habit));

    const head = `POST /f/${load.form.endpointId} HTTP/1.1\r\nhost: localhost\r\n`;
    const json = 'content-type: application/json\r\n';
    const slowHeaders = { begins: head, goesOn: 'x' };
    const slowBody = { begins: `${head}${json}content-length: 1000\r\n\r\n{`, goesOn: ' ' };
    const page = 'GET /app HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const { ingest, gateway } = house.urls;
    const byHeaders = [...open(ingest, slowHeaders), ...open(gateway, slowHeaders)];
    const byBody = [...open(ingest, slowBody), ...open(gateway, slowBody)];
    const readers = open(gateway, { begins: page.repeat(100), reads: false });
    await load.untilMore();
    const most = descriptorsOf(house);

    for (const [clients, withinMs] of [
      [byHeaders, headersWithinMs],
      [byBody, requestWithinMs],
    ] as const) {
      const answers = await Promise.all(clients.map(({ answer }) => answer));
      expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([408]));
      expect(Math.max(...answers.map((answer) => answer?.afterMs ?? 0))).toBeLessThan(withinMs);
    }
    for (const { hangUp } of readers) hangUp();
    await load.untilMore();
    await load.judge(nothing);

    // Each connection costs one descriptor, a second if the gateway calls ingest for it, and no third.
    for (const [index, count] of most.entries()) {
      expect(count).toBeLessThanOrEqual((before[index] ?? 0) + 5 * clientsEach + otherDescriptors);
    }
    const isOver = () => descriptorsOf(house).every((count, index) => count <= (before[index] ?? 0) + otherDescriptors);
    await waitUntil(isOver, { timeoutMs: closedWithinMs, what: 'their connections to be closed' });
  },
);
