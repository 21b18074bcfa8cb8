import type { Request, Response } from 'express';
import { readCookie } from '#http/identity/read-cookie.ts';
import { sessionDays } from '#identity/sessions/sessions.ts';

export interface RefreshCookie {
  readonly read: (request: Request) => string | null;
  readonly write: (response: Response, token: string) => void;
  readonly clear: (response: Response) => void;
}

/**
 * The cookie with a browser's refresh token: scripts cannot read it, and requests of other websites do not carry it.
 */
export function createRefreshCookie(publicUrl: string): RefreshCookie {
  const secure = publicUrl.startsWith('https:');
  // The prefix binds the cookie to this host; browsers only accept it if the cookie is Secure.
  const name = secure ? '__Host-inlet_refresh' : 'inlet_refresh';
  const options = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
  return {
    read: (request) => readCookie(request.headers.cookie, name),
    write: (response, token) => response.cookie(name, token, { ...options, maxAge: sessionDays * 86_400_000 }),
    clear: (response) => response.clearCookie(name, options),
  };
}
