import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { servePublicPages } from './prerender/serve-public-pages.ts';
import { iconSets } from './vite-plugins/icon-sets.ts';
import { mdxPages } from './vite-plugins/mdx-pages.ts';
import { trimFont } from './vite-plugins/trim-font.ts';
import { withoutDescriptions } from './vite-plugins/without-descriptions.ts';
import { withoutJsonSchema } from './vite-plugins/without-json-schema.ts';

const { GATEWAY_URL = 'http://localhost:8080', WEB_DEV_PORT = '5173' } = process.env;

export default defineConfig({
  plugins: [
    iconSets(),
    mdxPages(),
    react(),
    tailwindcss(),
    servePublicPages(),
    trimFont(),
    withoutDescriptions(),
    withoutJsonSchema(),
  ],
  build: {
    outDir: 'dist',
    // The page's policy refuses inline scripts and `data:` addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    // d3 comes as bundles, whose unused parts would stay: they call this function, and read what it returns.
    // A schema that nobody uses can go too: building one with zod changes nothing else.
    rolldownOptions: { treeshake: { manualPureFunctions: ['bisector', 'z'], propertyReadSideEffects: false } },
    modulePreload: { polyfill: false },
    // `light-dark()` stays as written: every browser since the spring of 2024 knows it.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: {
    port: Number(WEB_DEV_PORT),
    strictPort: true,
    proxy: { '^/api/': GATEWAY_URL, '^/f/': GATEWAY_URL, '^/inlet[^/]*\\.js$': GATEWAY_URL },
  },
});
