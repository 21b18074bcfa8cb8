import type { Request, RequestHandler, Response } from 'express';

/**
 * The template of a request's address, never the address itself: its ids would make a series of metrics each. Routes
 * are added by their whole path, so that a route knows its template by itself.
 */
export function routeOf({ route }: Request, { locals }: Response): string {
  if (route) return String(route.path);
  return typeof locals.route === 'string' ? locals.route : 'none';
}

/** Names the area of a request that is refused before it reaches a route. The rest of its address holds ids. */
export const nameArea: RequestHandler = (request, response, next) => {
  response.locals.route = areaOf(request);
  next();
};

/** The path where a handler is mounted, as metrics and logs name it. */
export function areaOf({ baseUrl }: Request): string {
  return `${baseUrl.toLowerCase()}/*`;
}
