import type { Outbound } from '#exchange.ts';
import type { OutboundOptions } from '#open-outbound.ts';

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
