import { runLighthouse } from '#lighthouse/run-lighthouse.ts';
import { withProduct } from '#local/with-product.ts';

// Pages may be named: npm run lighthouse -- / /pricing
await withProduct(({ stack, chromium }) => runLighthouse({ url: stack.url, chromium, only: process.argv.slice(2) }));
