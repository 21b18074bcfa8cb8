import { createSecret } from '@inlet/outbound/signatures';
import { changeCredentials, readCredentials } from '#connection/credentials.ts';

/** The secret that signs what is forwarded from an installation. It is made once, so a program can keep it. */
export async function keepSecret(folder: string, url: string): Promise<string> {
  const kept = (await readCredentials(folder)).installations[url]?.listenSecret;
  if (kept) return kept;
  let listenSecret = createSecret();
  await changeCredentials(folder, ({ current, installations }) => {
    // A command that ran at the same time may have made one.
    listenSecret = installations[url]?.listenSecret ?? listenSecret;
    return { current, installations: { ...installations, [url]: { ...installations[url], listenSecret } } };
  });
  return listenSecret;
}
