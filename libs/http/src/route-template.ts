import type { Request, RequestHandler, Response } from 'express';

/**
 * The template of a request's address, never the address itself: each of its ids would create a metric series. Routes
 * are added with their whole path, so that a route knows its template.
 */
export function routeOf({ route }: Request, { locals }: Response): string {
  if (route) return String(route.path);
  return typeof locals.route === 'string' ? locals.route : 'none';
}

/** Names the area of a request that is refused before it reaches a route. The rest of its address contains ids. */
export const nameArea: RequestHandler = (request, response, next) => {
  response.locals.route = areaOf(request);
  next();
};

/** The path where a handler is mounted, for metrics and logs. */
export function areaOf({ baseUrl }: Request): string {
  return `${baseUrl.toLowerCase()}/*`;
}
