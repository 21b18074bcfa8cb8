import type { Request, Response } from 'express';
import { readCookie } from '#http/identity/read-cookie.ts';
import { createLinkToken } from '#identity/credentials/link-token.ts';
import { waitMinutes } from '#identity/providers/provider.ts';

export interface BrowserCookie {
  readonly read: (request: Request) => string | null;
  /** The cookie that the browser has, else a new one. */
  readonly keep: (request: Request, response: Response) => string;
}

/**
 * Binds a sign-in at a provider to the browser that began it, over all its tabs. The provider's page sends the browser
 * back, so the cookie has to come along from another website: SameSite=Lax.
 */
export function createBrowserCookie(publicUrl: string): BrowserCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-inlet_sign_in' : 'inlet_sign_in';
  const read = (request: Request) => readCookie(request.headers.cookie, name);
  return {
    read,
    keep: (request, response) => {
      const browser = read(request) ?? createLinkToken().token;
      const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
      response.cookie(name, browser, { ...options, maxAge: waitMinutes * 60_000 });
      return browser;
    },
  };
}
