import { createServer } from 'node:net';
import { type Ports, portVariables } from '#config/config.ts';

const ADDRESSES = ['127.0.0.1', '::1'];

/** Fails with one sentence that names every port that is already in use. */
export async function checkPorts(ports: Ports, names: readonly (keyof Ports)[]): Promise<void> {
  const found = await Promise.all(names.map(async (name) => ((await isTaken(ports[name])) ? [name] : [])));
  const taken = found.flat();
  if (taken.length > 0) throw new Error(takenSentence(taken.map((name) => [ports[name], portVariables[name]])));
}

function takenSentence(taken: readonly (readonly [number, string])[]): string {
  const [port, variable] = taken[0] ?? [];
  if (taken.length === 1) return `Port ${port} is in use by another program: set ${variable} to a free one.`;
  const list = taken.map(([port, variable]) => `${port} (${variable})`).join(', ');
  return `The ports ${list} are in use by other programs: set these variables to free ones; PORT alone moves them all.`;
}

// Both loopback addresses: a browser may try either of them first for "localhost".
async function isTaken(port: number): Promise<boolean> {
  const answers = await Promise.all(ADDRESSES.map((address) => isTakenOn(address, port)));
  return answers.includes(true);
}

function isTakenOn(address: string, port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES')
        return reject(new Error(`Port ${port} is not open to this user; choose one above 1023.`));
      // Any other failure means that this machine lacks such an address.
      return resolve(error.code === 'EADDRINUSE');
    });
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(false)));
  });
}
