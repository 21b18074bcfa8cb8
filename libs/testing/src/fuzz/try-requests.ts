import type { HostileRequest } from '#fuzz/hostile-submissions.ts';
import { sendRaw } from '#fuzz/send-raw.ts';

export interface Tried {
  /** Descriptions of faults in responses, with their requests. */
  readonly faults: readonly string[];
  /** The fields that must be stored now. */
  readonly expected: readonly Readonly<Record<string, unknown>>[];
}

const atOnce = 16;
const honestMs = 15_000;
const brokenMs = 300;

/** Sends requests to the addresses in turn, some concurrently, and checks the responses. */
export async function tryRequests(urls: readonly string[], requests: readonly HostileRequest[]): Promise<Tried> {
  const faults: string[] = [];
  const waiting = requests.entries();
  async function sendOn(): Promise<void> {
    for (const [index, { pieces, fields }] of waiting) {
      const url = urls[index % urls.length] ?? '';
      const { statuses, text } = await sendRaw(url, pieces, { endAfterMs: fields ? honestMs : brokenMs });
      const isSound = fields ? statuses.join() === '200' : statuses.every((status) => status < 500 || status === 503);
      if (!isSound) {
        const sent = Buffer.concat(pieces).toString('latin1').slice(0, 1_000);
        faults.push(`${url} answered ${statuses} to ${JSON.stringify(sent)}: ${text.slice(0, 300)}`);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  return { faults, expected: requests.flatMap(({ fields }) => (fields ? [fields] : [])) };
}
