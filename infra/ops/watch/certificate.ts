import { isIP } from 'node:net';
import { connect } from 'node:tls';

const timeoutMs = 5_000;
const dayMs = 86_400_000;

/** The end of a certificate, trusted or not, in milliseconds; null for an address without one. */
export function certificateEndMs(url: string, place?: { host: string; port: number }): Promise<number | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return Promise.resolve(null);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // The end of an expired certificate is needed as well, so no certificate is verified here.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port) || 443, ...place, rejectUnauthorized: false, ...name });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const endMs = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(endMs)) reject(new Error('the certificate has no end'));
      else resolve(endMs);
    });
  });
}

export const daysUntil = (endMs: number): number => Math.floor((endMs - Date.now()) / dayMs);
