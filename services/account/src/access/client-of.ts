import type { AddressTrust } from '@inlet/service/client-address';
import { clientAddress } from '@inlet/service/client-address';
import type { RequestHandler, Response } from 'express';

/** What is known of whoever asks, signed in or not. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
}

/** Characters of a user agent that are kept; an honest one has some 150. */
const userAgentMax = 300;

/** Works out once for each request where it comes from. */
export function knowClient(trust: AddressTrust): RequestHandler {
  return (request, response, next) => {
    const userAgent = request.headers['user-agent']?.slice(0, userAgentMax) ?? null;
    response.locals.client = { address: clientAddress(request, trust), userAgent } satisfies Client;
    next();
  };
}

/** The client that `knowClient` has looked at. */
export function clientOf(response: Response): Client {
  return response.locals.client as Client;
}
