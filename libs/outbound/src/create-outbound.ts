import type { Outbound } from '#exchange.ts';
import type { OutboundOptions } from '#open-outbound.ts';

/**
 * The installation's only client for addresses that users name. Its modules are loaded with the first request, which
 * saves 12 MB in a worker that delivers nothing.
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
