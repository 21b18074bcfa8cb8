import type { CheckFinding } from '@inlet/contracts/form-check';
import type { Answered, Failed, Outbound } from '@inlet/outbound/exchange';
import { fault, note, shown } from '#form-checks/findings.ts';

export interface LoadedPage {
  /** The address after the redirects. */
  readonly url: string;
  readonly html: string;
}

export interface LoadOptions {
  readonly outbound: Pick<Outbound, 'deliver'>;
  /** Only tests use a shorter time. */
  readonly timeoutMs?: number;
}

export const pageBytesMax = 2_000_000;
const pageTimeoutMs = 10_000;
const redirectsMax = 3;
const redirecting = new Set([301, 302, 303, 307, 308]);

const slow = fault(
  'page_slow',
  `The page did not arrive within ${pageTimeoutMs / 1_000} seconds`,
  'Find out why the page is slow; visitors may not wait for it.',
);

/** Fetches a page. Each address, the first one and those of redirects, passes the guard before anything is sent to it. */
export async function loadPage(
  { outbound, timeoutMs = pageTimeoutMs }: LoadOptions,
  url: string,
  findings: CheckFinding[],
  signal: AbortSignal,
): Promise<LoadedPage | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const give = (finding: CheckFinding) => {
    findings.push(finding);
    return null;
  };
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await outbound.deliver(pageRequest(address), either).catch((error: unknown) => {
      if (signal.aborted || !timeout.aborted) throw error;
      return null;
    });
    signal.throwIfAborted();
    if (answer === null || timeout.aborted) return give(slow);
    if (answer.kind === 'failed') return give(failure(address, answer));
    const { location } = answer.headers;
    if (redirecting.has(answer.status) && location !== undefined) {
      if (redirects === redirectsMax) return give(tooManyRedirects);
      if (!URL.canParse(location, address)) return give(badRedirect(location));
      address = new URL(location, address).href;
      continue;
    }
    const unusable = faultOf(answer);
    if (unusable) return give(unusable);
    if (address !== new URL(url).href) findings.push(redirected(address));
    return { url: address, html: answer.body };
  }
}

function pageRequest(url: string) {
  const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Inlet (form check-up)' };
  return { url, method: 'GET', headers, body: '', readBytesMax: pageBytesMax } as const;
}

const tooManyRedirects = fault(
  'too_many_redirects',
  `The page is redirected more than ${redirectsMax} times`,
  'Give the address at which the page ends up.',
);

function badRedirect(location: string): CheckFinding {
  return fault(
    'redirect_unreadable',
    `The page is redirected to “${shown(location)}”, which is no address`,
    'Correct the redirect on the server of the page.',
  );
}

function redirected(address: string): CheckFinding {
  return note(
    'redirected',
    `The page is redirected to ${shown(address)}, and that page was checked`,
    'Link to this address directly.',
    {
      code: address,
    },
  );
}

function failure(address: string, { error, isRefused }: Failed): CheckFinding {
  if (isRefused && address.startsWith('http:'))
    return fault('not_https', `The page ${shown(address)} is not served by https`, 'Serve the page by https.');
  if (isRefused)
    return fault(
      'address_refused',
      `The page ${shown(address)} cannot be fetched: ${error}`,
      'Only pages of the public internet can be checked. An operator can allow others in WEBHOOK_ALLOW.',
    );
  return fault(
    'page_unreachable',
    `The page ${shown(address)} cannot be fetched: ${error}`,
    'Open the page in a browser, and correct its address or its server.',
  );
}

function faultOf({ status, shownHeaders, cut }: Answered): CheckFinding | null {
  if (status < 200 || status >= 300)
    return fault('page_failed', `The page was answered with the status ${status}`, 'Check the address of the page.');
  const type = shownHeaders['content-type'] ?? 'text/html';
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type))
    return fault('not_html', `The address has no page, but “${shown(type)}”`, 'Give the address of the page.');
  if (cut === 'long')
    return fault(
      'page_too_large',
      `The page is larger than ${pageBytesMax / 1_000_000} MB, and was not read`,
      'Make the page smaller; much of it may be pictures or data in its text.',
    );
  if (cut === 'broken')
    return fault('page_broken', 'The page broke off before its end', 'Check the server of the page, and try again.');
  return null;
}
