import type { Express } from 'express';

/** What Express keeps of a route or of a router; a router has a stack of its own. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
  /** True for what is mounted at `/` and sees every request. */
  readonly slash: boolean;
  readonly match: (path: string) => boolean;
}

/** Where routers may be mounted: Express forgets the address, but knows it again. */
const mounts = ['/api/auth', '/api/payment', '/api/v1/me/sessions', '/api/v1/me/api-keys', '/api/v1/forms'];

/** Every route of an app, as `GET /api/v1/me`; fails for a router whose address is not among the mounts. */
export function listRoutes(app: Express): string[] {
  return routesOf(app.router.stack as unknown as readonly Layer[], '');
}

function routesOf(stack: readonly Layer[], base: string): string[] {
  return stack.flatMap((layer) => {
    if (layer.route) {
      const address = base + layer.route.path.replace(/^\/$/, '');
      return Object.keys(layer.route.methods).map((method) => `${method.toUpperCase()} ${address}`);
    }
    return layer.handle.stack ? routesOf(layer.handle.stack, base + mountOf(layer)) : [];
  });
}

function mountOf(layer: Layer): string {
  if (layer.slash) return '';
  const mount = mounts.find((address) => layer.match(address));
  if (mount === undefined) throw new Error('A router is mounted at an address that this list does not know');
  return mount;
}
