import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Finding, fault, fine, reasonOf } from '#doctor/finding.ts';

const timeoutMs = 5_000;
const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const next = 'docs/runbooks/mail-failing.md';

/** Checks that the mail server responds with its greeting; no mail is sent. */
export async function lookAtMail(smtpUrl: string): Promise<Finding[]> {
  const { hostname, port, protocol } = new URL(smtpUrl);
  const place = { host: hostname, port: Number(port) || (defaultPorts[protocol] ?? 25) };
  try {
    const greeting = await greetingOf(place, protocol === 'smtps:');
    if (greeting.startsWith('220')) return [fine('The mail server greets')];
    return [fault(`The mail server says ${JSON.stringify(greeting.slice(0, 80))}`, next)];
  } catch (error) {
    return [fault(`The mail server does not answer at ${place.host}:${place.port}: ${reasonOf(error)}`, next)];
  }
}

async function greetingOf(place: { host: string; port: number }, isSecure: boolean): Promise<string> {
  const socket = isSecure ? connectTls({ ...place, servername: place.host }) : connect(place);
  const timer = setTimeout(() => socket.destroy(new Error(`silent for ${timeoutMs} ms`)), timeoutMs);
  try {
    for await (const greeting of socket) return String(greeting);
    throw new Error('it hung up');
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
