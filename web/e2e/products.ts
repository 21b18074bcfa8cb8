import type { Page } from '@playwright/test';

interface Products {
  readonly products: { readonly metadata: { readonly plan_key: string } }[];
}

/** Shows a page starter and pro as on sale or as coming soon, whatever other tests sell at this moment. */
export async function showProducts(page: Page, sale: 'soon' | 'open'): Promise<void> {
  await page.route('**/api/products', async (route) => {
    const answer = await route.fetch();
    const { products }: Products = await answer.json();
    const shown = products.map((each) =>
      each.metadata.plan_key === 'early_pro' ? each : { ...each, metadata: { ...each.metadata, sale } },
    );
    await route.fulfill({ response: answer, json: { products: shown } });
  });
}
