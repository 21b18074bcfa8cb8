import { withProduct } from '@inlet/local/with-product';
import { takeScreenshots } from '#screenshots/take-screenshots.ts';

await withProduct(async ({ stack, chromium }) => {
  await takeScreenshots(stack.url, chromium);
  return true;
});
