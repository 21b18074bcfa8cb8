import type { Answered, Failed, OutgoingRequest } from '#exchange.ts';
import type { Guard } from '#guarded-connector.ts';

export interface OutboundOptions extends Guard {
  /**
   * `EGRESS_PROXY`, as in `http://proxy.internal:4750`. The proxy resolves the names, so the proxy has to refuse those
   * that lead inside; only what the URL itself says is judged here.
   */
  readonly proxy?: string | undefined;
  /** Only tests have less time than `exchangeTimeoutMs`. */
  readonly timeoutMs?: number;
}

export interface Outbound {
  /** Sends one request. Follows no redirect, and throws only the signal's reason. */
  deliver(request: OutgoingRequest, signal: AbortSignal): Promise<Answered | Failed>;
  /** Ends every exchange. */
  close(): void;
}

/**
 * The only way out of the installation: sends requests to addresses that users name. What it needs is loaded with the
 * first request, so a worker that delivers nothing holds 12 MB less.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  let opened: Promise<Outbound> | undefined;
  const open = () => {
    opened ??= import('#open-outbound.ts').then(({ openOutbound }) => openOutbound(options));
    return opened;
  };
  return {
    deliver: async (request, signal) => (await open()).deliver(request, signal),
    close: () => void opened?.then((outbound) => outbound.close()),
  };
}
