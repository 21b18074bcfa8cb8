import { runProduct } from '#stack/run-product.ts';

await runProduct('dev');
