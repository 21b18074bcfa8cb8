import { withProduct } from '@inlet/local/with-product';
import { runLighthouse } from '#lighthouse/run-lighthouse.ts';

// Pages may be named: npm run lighthouse -- / /pricing
await withProduct(({ stack, chromium }) => runLighthouse({ url: stack.url, chromium, only: process.argv.slice(2) }));
