import { type APIRequestContext, expect } from '@playwright/test';

/** Waits for a mail and answers the address in it, as a path of the product. */
export async function linkInMailTo(request: APIRequestContext, mailUrl: string, email: string): Promise<string> {
  const read = async (path: string) => (await request.get(`${mailUrl}${path}`)).json();
  let id: string | undefined;
  await expect
    .poll(async () => {
      id = (await read(`/api/mails?to=${encodeURIComponent(email)}`)).mails[0]?.id;
      return id;
    })
    .toBeDefined();
  const { text }: { text: string } = await read(`/api/mails/${id}`);
  const { pathname, search } = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? '');
  return pathname + search;
}
