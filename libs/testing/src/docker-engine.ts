import { request } from 'node:http';

const PING_TIMEOUT_MS = 1_000;
const DEFAULT_SOCKET = '/var/run/docker.sock';

/** True if a Docker engine responds at once; otherwise Docker counts as unavailable. */
export function dockerAnswers(dockerHost: string | undefined): Promise<boolean> {
  const address = addressOf(dockerHost);
  if (!address) return Promise.resolve(false);
  return new Promise((resolve) => {
    const ping = request({ ...address, path: '/_ping', timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}

function addressOf(
  dockerHost: string | undefined,
): { socketPath: string } | { host: string; port: string } | undefined {
  if (!dockerHost) return { socketPath: DEFAULT_SOCKET };
  if (!URL.canParse(dockerHost)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(dockerHost);
  if (protocol === 'unix:') return { socketPath: pathname };
  return protocol === 'tcp:' ? { host: hostname, port } : undefined;
}
