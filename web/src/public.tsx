import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { PublicApp } from '#app/public-app.tsx';
import { readSite } from '#app/read-site.ts';
import { notFoundRoute, publicRoutes } from '#routes/public-routes.tsx';
import '#styles/public.css';

const root = document.getElementById('root');
if (!root) throw new Error('public.html has no element with the id root');

const path = window.location.pathname;
const route = publicRoutes.find((candidate) => candidate.path === path) ?? notFoundRoute;
const { Component } = await route.lazy();
const page = (
  <StrictMode>
    <PublicApp path={path} site={readSite(document)} Component={Component} />
  </StrictMode>
);

// Vite serves the page without its content while the web app is developed.
// In a transition React hydrates piece by piece, and whoever scrolls or taps meanwhile does not wait for the whole page.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
