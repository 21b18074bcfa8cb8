import { runAccountTask } from '#run-task.ts';

/** Takes over what is sold from Stripe, now. */
await runAccountTask('products');
