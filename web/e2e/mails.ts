import { type APIRequestContext, expect, test } from '@playwright/test';

const anyLink = /https?:\/\/\S+/;

/** Waits for a mail with such an address in it, and returns the address as a path of the product. */
export async function linkInMailTo(
  request: APIRequestContext,
  mailUrl: string,
  email: string,
  link: RegExp = anyLink,
): Promise<string> {
  const text = await textMailedTo(request, mailUrl, email, link);
  const { pathname, search } = new URL(text.match(link)?.[0] ?? '');
  return pathname + search;
}

/** Waits for a mail that matches, and returns its text. */
export async function textMailedTo(
  request: APIRequestContext,
  mailUrl: string,
  email: string,
  wanted: RegExp,
): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      found = (await mailsTo(request, mailUrl, email)).find((text) => wanted.test(text));
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

/** The texts of the mails that an address has received. */
export async function mailsTo(request: APIRequestContext, mailUrl: string, email: string): Promise<string[]> {
  const read = async (path: string) => (await request.get(`${mailUrl}${path}`)).json();
  const { mails }: { mails: { id: string }[] } = await read(`/api/mails?to=${encodeURIComponent(email)}`);
  return Promise.all(mails.map(async ({ id }): Promise<string> => (await read(`/api/mails/${id}`)).text));
}

/** The address of the inbox that catches the product's mails. */
export function mailCatcherUrl(): string {
  const mailUrl: string | undefined = test.info().config.metadata.mailUrl;
  if (mailUrl === undefined) throw new Error('MAIL_URL is not set');
  return mailUrl;
}
