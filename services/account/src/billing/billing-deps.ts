import type { Semaphore } from '@inlet/process/semaphore';
import type Stripe from 'stripe';
import type { FormDeps } from '#forms/directory/relay.ts';
import type { Resources } from '#resources.ts';

export interface BillingDeps extends FormDeps, Pick<Resources, 'logger' | 'producer' | 'config'> {
  readonly stripe: Stripe;
  /** Limits the database connections that are held while Stripe is called. */
  readonly syncSemaphore: Semaphore;
}
