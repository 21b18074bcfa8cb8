import { withProduct } from '#local/with-product.ts';
import { takeScreenshots } from '#screenshots/take-screenshots.ts';

await withProduct(async ({ stack, chromium }) => {
  await takeScreenshots(stack.url, chromium);
  return true;
});
