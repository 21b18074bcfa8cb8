import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { openDeps } from '#account-deps.ts';
import { readActiveProducts } from '#billing/products/read-products.ts';
import { syncProducts } from '#billing/products/sync-products.ts';
import { loadConfig } from '#config.ts';

/** Imports the products from Stripe, and prints them. */
await runTask({
  name: 'products',
  loadConfig,
  run: async (context) => {
    if (context.config.BILLING === 'off') throw new ConfigError('BILLING is off: nothing is sold here');
    const deps = await openDeps(context);
    await syncProducts(deps);
    for (const { name, metadata, prices } of await readActiveProducts(deps)) {
      const amounts = prices.map(({ unitAmount, currency, recurringInterval }) => {
        return `${unitAmount / 100} ${currency.toUpperCase()}${recurringInterval ? ` a ${recurringInterval}` : ''}`;
      });
      process.stdout.write(`${name} (${metadata.plan_key}, ${metadata.sale}): ${amounts.join(', ') || 'no price'}\n`);
    }
  },
});
