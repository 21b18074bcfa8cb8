/** A page, and the chunks that its first visit loads. */
export interface Route {
  readonly path: string;
  readonly kind: 'app' | 'public' | 'island' | 'charts';
  readonly chunks: readonly string[];
  /** Chunks that are loaded already, and do not count. */
  readonly beyond?: readonly string[];
}

const page = (name: string) => `src/routes/${name}.tsx`;
const signedIn = page('app/signed-in-layout');
const settings = page('settings/settings-layout');
const form = page('form/form-frame');

/** The app's routes, as its router nests them. A page of the build without a route here fails the check. */
const appPages: Readonly<Record<string, readonly string[]>> = {
  '/auth': [page('entrance/auth-page')],
  '/unsubscribe': [page('entrance/unsubscribe-page')],
  '/confirm-recipient': [page('entrance/confirm-recipient-page')],
  '/goodbye': [page('entrance/goodbye-page')],
  '/dashboard': [signedIn, page('app/dashboard-page')],
  '/analytics': [signedIn, page('app/analytics-page')],
  '/forms': [signedIn, page('app/forms-page')],
  '/forms/new': [signedIn, page('app/new-form-page')],
  '/forms/:id': [signedIn, form, page('form/inbox-page')],
  '/forms/:id/refused': [signedIn, form, page('form/refused-page')],
  '/forms/:id/analytics': [signedIn, form, page('app/analytics-page')],
  '/forms/:id/rules': [signedIn, form, page('form/rules-page')],
  '/forms/:id/import': [signedIn, form, page('form/import-page')],
  '/forms/:id/integrations': [signedIn, form, page('integrations/integrations-page')],
  '/forms/:id/page': [signedIn, form, page('form/hosted-page-page')],
  '/forms/:id/setup': [signedIn, form, page('form/setup-page')],
  '/forms/:id/settings': [signedIn, page('form-settings/form-settings-page')],
  '/forms/:id/settings/after-sending': [signedIn, page('form-settings/after-sending-page')],
  '/forms/:id/settings/closing': [signedIn, page('form-settings/closing-page')],
  '/forms/:id/settings/notifications': [signedIn, page('form-settings/notifications-page')],
  '/forms/:id/settings/spam': [signedIn, page('form-settings/spam-settings-page')],
  '/forms/:id/settings/retention': [signedIn, page('form-settings/retention-page')],
  '/forms/:id/integrations/new': [signedIn, page('integrations/new-integration-page')],
  '/forms/:id/integrations/:targetId': [signedIn, page('integrations/integration-page')],
  '/forms/:id/integrations/:targetId/settings': [signedIn, page('integrations/integration-settings-page')],
  '/settings': [signedIn, settings, page('settings/account-page')],
  '/settings/billing': [signedIn, settings, page('settings/billing-page')],
  '/settings/sessions': [signedIn, settings, page('settings/sessions-page')],
  '/settings/api-keys': [signedIn, settings, page('settings/api-keys-page')],
  '/settings/privacy': [signedIn, settings, page('settings/privacy-settings-page')],
  '/settings/privacy/erasures/:id': [signedIn, settings, page('settings/erasure-page')],
  '/settings/mail': [signedIn, settings, page('settings/mail-page')],
  '/settings/activity': [signedIn, settings, page('settings/activity-page')],
  '/settings/security': [signedIn, settings, page('settings/security-page')],
  '/settings/workspace': [signedIn, settings, page('settings/workspace-page')],
  '/settings/members': [signedIn, settings, page('settings/members-page')],
  '/new-workspace': [signedIn, page('workspace/new-workspace-page')],
  '/device': [signedIn, page('app/device-page')],
  '/payment/success': [page('payment/payment-success-page')],
  '/payment/canceled': [page('payment/payment-canceled-page')],
};

export const appRoutes: readonly Route[] = Object.entries(appPages).map(([path, chunks]) => ({
  path,
  kind: 'app',
  chunks: ['index.html', ...chunks],
}));

/** Every public page has only this script before any interaction. */
export const publicPage = 'public.html';

/** The route of a page that the build wrote to a file: `index.html`, `docs/spam.html`. */
export function publicRoute(file: string): Route {
  const name = file.replace(/\.html$/, '');
  return { path: name === 'index' ? '/' : `/${name}`, kind: 'public', chunks: [publicPage] };
}

const withIsland = [publicPage, 'src/app/start-island.tsx'];

/** Parts of pages that are weighed separately. */
export const partRoutes: readonly Route[] = [
  // The charts on the page of a form, in addition to its inbox with the offer of other plans.
  {
    path: '/forms/:id/analytics alone',
    kind: 'charts',
    chunks: [page('app/analytics-page')],
    beyond: ['index.html', ...(appPages['/forms/:id'] ?? []), page('app/dashboard-page')],
  },
  // The files of a public page once one of its islands runs. The island for members loads the app's session.
  { path: '/ with its demo', kind: 'island', chunks: [...withIsland, 'src/features/landing/demo/demo.tsx'] },
  {
    path: '/docs with its search',
    kind: 'island',
    chunks: [...withIsland, 'src/features/docs/components/docs-search.tsx'],
  },
  { path: '/pricing for a member', kind: 'app', chunks: [...withIsland, page('public/member-offer')] },
];
