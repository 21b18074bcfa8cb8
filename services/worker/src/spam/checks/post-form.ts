import type { Outbound } from '@inlet/outbound/exchange';

/** Posts a form to a service, and returns the text of a successful answer; null for everything else. */
export async function postForm(
  outbound: Outbound,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<string | null> {
  const request = {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Inlet/0.1' },
    body: new URLSearchParams(fields).toString(),
  } as const;
  const answer = await outbound.deliver(request, new AbortController().signal);
  return answer.kind === 'answered' && answer.status === 200 ? answer.body : null;
}
