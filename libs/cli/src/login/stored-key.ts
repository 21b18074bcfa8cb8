import { createApi } from '#connection/api.ts';
import { changeCredentials, readCredentials } from '#connection/credentials.ts';

/** The key of `inlet login` for an installation. */
export async function storedKey(folder: string, url: string): Promise<string | undefined> {
  return (await readCredentials(folder)).installations[url]?.key;
}

/** Keeps a key, and makes its installation the usual one. What signs forwarded events stays. */
export async function keepKey(folder: string, url: string, key: string): Promise<void> {
  await changeCredentials(folder, ({ installations }) => ({
    current: url,
    installations: { ...installations, [url]: { ...installations[url], key } },
  }));
}

export async function forgetKey(folder: string, url: string): Promise<void> {
  await changeCredentials(folder, ({ current, installations }) => {
    const { key: _, ...rest } = installations[url] ?? {};
    return { current, installations: { ...installations, [url]: rest } };
  });
}

/** Ends a key on the installation. */
export async function revokeKey(url: string, key: string): Promise<void> {
  await createApi({ url, key: null }).call('revokeFoundKey', { body: { key } });
}
