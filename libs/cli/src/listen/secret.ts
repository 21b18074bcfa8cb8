import { createSecret } from '@inlet/outbound/signatures';
import { readCredentials, writeCredentials } from '#connection/credentials.ts';

/** The secret that signs what is forwarded from an installation. It is made once, so a program can keep it. */
export async function keepSecret(folder: string, url: string): Promise<string> {
  const credentials = await readCredentials(folder);
  const installation = credentials.installations[url];
  if (installation?.listenSecret) return installation.listenSecret;
  const listenSecret = createSecret();
  const installations = { ...credentials.installations, [url]: { ...installation, listenSecret } };
  await writeCredentials(folder, { ...credentials, installations });
  return listenSecret;
}
