import { StrictMode } from 'react';
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

// The build puts Preact in React's place. Vite serves the page with React, and without its content, while the web app is
// developed.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);
