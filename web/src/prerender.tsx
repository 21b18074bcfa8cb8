import { siteTokens } from '@inlet/contracts/site';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { PublicApp } from '#app/public-app.tsx';
import { WaitingPage } from '#components/ui/full-page-spinner.tsx';
import type { PublicRoute, StructuredData } from '#routes/public-route.ts';
import { notFoundRoute, publicRoutes } from '#routes/public-routes.tsx';

export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly structuredData: readonly StructuredData[];
  /** What belongs into the element with the id root. */
  readonly content: string;
}

/** Every public page as text, for the build. */
export function renderPublicPages(): Promise<RenderedPage[]> {
  return Promise.all(publicRoutes.map(render));
}

export function renderNotFoundPage(): Promise<RenderedPage> {
  return render(notFoundRoute);
}

/** What the app's document shows until the app is there. */
export function renderWaiting(): string {
  return renderToStaticMarkup(<WaitingPage />);
}

async function render({ path, title, description, lazy }: PublicRoute): Promise<RenderedPage> {
  const { Component, structuredData = [] } = await lazy();
  const content = renderToString(
    <StrictMode>
      <PublicApp path={path} site={siteTokens} Component={Component} />
    </StrictMode>,
  );
  return { path, title, description, structuredData, content };
}
