import * as z from 'zod';
import { type Finding, fault, fine, orFine, reasonOf, skewOf, warning } from '#doctor/finding.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

const timeoutMs = 5_000;
/** The header `Date` has whole seconds, truncated. */
const headerStepMs = 1_000;
const readySchema = z.object({ away: z.array(z.string()) }).partial();
const liveSchema = z.object({ reason: z.string().nullable() }).partial();

type Urls = Pick<DoctorSettings, 'ACCOUNT_URL' | 'INGEST_URL' | 'WORKER_URL' | 'GATEWAY_PROBE_URL' | 'GATEWAY_URL'>;

/** Checks each service directly, and account once more through the gateway. */
export async function lookAtServices(urls: Urls): Promise<Finding[]> {
  const probed = [
    ['account', urls.ACCOUNT_URL],
    ['ingest', urls.INGEST_URL],
    ['worker', urls.WORKER_URL],
    ['gateway', urls.GATEWAY_PROBE_URL],
  ] as const;
  const findings = await Promise.all([
    ...probed.map(([name, url]) => (url === undefined ? [] : lookAtService(name, url))),
    urls.GATEWAY_URL === undefined ? [] : lookAtFront(urls.GATEWAY_URL),
  ]);
  return findings.flat();
}

async function lookAtService(name: string, url: string): Promise<Finding[]> {
  try {
    const live = await ask(`${url}/livez`);
    if (live.status !== 200) {
      const { reason } = liveSchema.safeParse(live.body).data ?? {};
      const next = `Restart it; docs/runbooks/${name === 'worker' ? 'worker-stalled' : 'service-down'}.md`;
      return [fault(`${name} runs and does not move: ${reason ?? `status ${live.status}`}`, next)];
    }
    const ready = await ask(`${url}/readyz`);
    const { away = [] } = readySchema.safeParse(ready.body).data ?? {};
    return orFine(
      [
        ready.status !== 200 &&
          fault(
            `${name} wants no traffic: ${away.join(', ') || `status ${ready.status}`}`,
            'Look first at the parts that it names; docs/runbooks/instance-down.md',
          ),
        ready.status === 200 &&
          away.length > 0 &&
          warning(`${name} works, and goes without ${away.join(', ')}`, 'docs/runbooks/redis-away.md'),
        Number.isNaN(ready.dateMs) ? null : skewOf(name, ready.dateMs + headerStepMs, ready.askedMs),
      ],
      `${name} answers and is ready`,
    );
  } catch (error) {
    return [fault(`${name} does not answer at ${url}: ${reasonOf(error)}`, 'docs/runbooks/service-down.md')];
  }
}

async function lookAtFront(url: string): Promise<Finding[]> {
  try {
    const { status } = await ask(`${url}/api/config`);
    if (status === 200) return [fine(`${url} leads through the gateway to account`)];
    return [fault(`${url} answers with status ${status}`, 'Look whether gateway and account answer for themselves.')];
  } catch (error) {
    return [fault(`${url} does not answer: ${reasonOf(error)}`, 'docs/runbooks/service-down.md')];
  }
}

/** A server's response, and the time of the request; no server may delay the doctor. */
export async function ask(url: string, headers: Readonly<Record<string, string>> = {}) {
  const askedMs = Date.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { headers: { ...headers, connection: 'close' }, signal });
  const body: unknown = await answer.json().catch(() => null);
  return { status: answer.status, body, dateMs: Date.parse(answer.headers.get('date') ?? ''), askedMs };
}
