import type { pageRoutes } from '@inlet/contracts/api/pages';
import type { AccountDeps } from '#account-deps.ts';
import { readPageViews } from '#forms/page/page-views.ts';
import { presentPage } from '#forms/page/present-page.ts';
import { updatePage } from '#forms/page/update-page.ts';
import type { Handlers } from '#http/handler.ts';

export function pageHandlers(deps: AccountDeps): Handlers<keyof typeof pageRoutes> {
  const { PUBLIC_URL } = deps.config;
  return {
    readPage: ({ form }) => presentPage(form, PUBLIC_URL),
    updatePage: async ({ actor, form, body }) => presentPage(await updatePage(deps, actor, form, body), PUBLIC_URL),
    readPageViews: ({ form }) => readPageViews(deps, form.id),
  };
}
