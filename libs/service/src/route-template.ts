import type { Express, Request, RequestHandler, Response } from 'express';

/** The key for the route of a request; the router forgets the mount once a handler has failed. */
const matched = Symbol('matched route');

interface Matched {
  [matched]?: { readonly route: unknown; readonly template: string };
}

/** Stores the template of the matched route on each request. */
export function keepRoutes(app: Express): void {
  Object.defineProperty(app.request, 'route', {
    get(this: Request & Matched) {
      return this[matched]?.route;
    },
    set(this: Request & Matched, route: { readonly path: unknown }) {
      // Where a router is mounted is taken from the address, so the mount holds no parameter, and upper and lower case
      // count as one.
      this[matched] = { route, template: this.baseUrl.toLowerCase() + String(route.path) };
    },
  });
}

/** The template of a request's address, never the address itself: its ids would make a series of metrics each. */
export function routeOf(request: Request & Matched, { locals }: Response): string {
  return request[matched]?.template ?? (typeof locals.route === 'string' ? locals.route : 'none');
}

/** Names the mount of a request that is refused before it reaches a route. The rest of its address holds ids. */
export const nameArea: RequestHandler = (request, response, next) => {
  response.locals.route = areaOf(request);
  next();
};

/** The mount of a router, as metrics and logs name it. */
export function areaOf({ baseUrl }: Request): string {
  return `${baseUrl.toLowerCase()}/*`;
}
