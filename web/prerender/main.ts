import { resolve } from 'node:path';
import { buildSite } from './build-site.ts';

// Builds the web app and its public pages: node web/prerender/main.ts [folder]
await buildSite(resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist')));
