import type { Express } from 'express';

/** Express's record of a route or a router; a router has its own stack. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Every route of an app, as `GET /api/v1/me`. The only router in it is that of the probes, at `/`. */
export function listRoutes(app: Express): string[] {
  return routesOf(app.router.stack as unknown as readonly Layer[]);
}

function routesOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
      : routesOf(handle.stack ?? []),
  );
}

/** An access token with these claims that nobody signed. */
export function unsigned(claims: Readonly<Record<string, unknown>>): string {
  const parts = [{ alg: 'none', typ: 'at+jwt' }, claims].map((part) => JSON.stringify(part));
  return `${parts.map((part) => Buffer.from(part).toString('base64url')).join('.')}.AAAA`;
}
