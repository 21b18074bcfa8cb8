/** A page, and the chunks that its first visit loads. */
export interface Route {
  readonly path: string;
  readonly kind: 'app' | 'public';
  readonly chunks: readonly string[];
}

const page = (name: string) => `src/routes/${name}.tsx`;
const signedIn = page('signed-in-layout');
const settings = page('settings-layout');

/** The app's routes, as its router nests them. A page of the build that is missing here fails the check. */
const appPages: Readonly<Record<string, readonly string[]>> = {
  '/auth': [page('auth-page')],
  '/dashboard': [signedIn, page('dashboard-page')],
  '/forms': [signedIn, page('forms-page')],
  '/forms/new': [signedIn, page('new-form-page')],
  '/forms/:id': [signedIn, page('form-page')],
  '/forms/:id/settings': [signedIn, page('form-settings-page')],
  '/settings': [signedIn, settings, page('account-page')],
  '/settings/sessions': [signedIn, settings, page('sessions-page')],
  '/settings/api-keys': [signedIn, settings, page('api-keys-page')],
  '/settings/activity': [signedIn, settings, page('activity-page')],
  '/payment/success': [page('payment-success-page')],
  '/payment/canceled': [page('payment-canceled-page')],
};

export const appRoutes: readonly Route[] = Object.entries(appPages).map(([path, chunks]) => ({
  path,
  kind: 'app',
  chunks: ['index.html', ...chunks],
}));

/** The route of a page that was written into a file when the app was built: `index.html`, `docs/spam.html`. */
export function publicRoute(file: string): Route {
  const name = file.replace(/\.html$/, '');
  return {
    path: name === 'index' ? '/' : `/${name}`,
    kind: 'public',
    chunks: ['public.html', ...publicChunks(name)],
  };
}

function publicChunks(name: string): readonly string[] {
  if (/^docs(\/|$)/.test(name)) return ['src/features/docs/components/docs-article.tsx'];
  const pages: Readonly<Record<string, string>> = { index: 'landing-page', '404': 'not-found-page' };
  return [page(pages[name] ?? `${name}-page`)];
}
