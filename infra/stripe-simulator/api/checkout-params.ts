import * as z from 'zod';
import { address, metadata, positiveNumber, text, wholeNumber, word } from '#api/params.ts';

const lineItem = z.strictObject({ price: word, quantity: positiveNumber.default(1) });
const subscriptionData = z.strictObject({ metadata: metadata.optional(), description: text.optional() });

/** Taken and left alone: they change how Stripe's page looks, and this page has one look. */
const looks = {
  adaptive_pricing: z.unknown().optional(),
  allow_promotion_codes: z.unknown().optional(),
  automatic_tax: z.unknown().optional(),
  billing_address_collection: z.unknown().optional(),
  branding_settings: z.unknown().optional(),
  consent_collection: z.unknown().optional(),
  custom_text: z.unknown().optional(),
  customer_update: z.unknown().optional(),
  locale: z.unknown().optional(),
  origin_context: z.unknown().optional(),
  payment_method_collection: z.unknown().optional(),
  saved_payment_method_options: z.unknown().optional(),
  submit_type: z.unknown().optional(),
  tax_id_collection: z.unknown().optional(),
};

/** Other parameters are refused, as Stripe refuses unknown ones. */
export const checkoutCreation = {
  mode: z.literal('subscription', { error: 'only subscription is simulated' }),
  ui_mode: z.literal('hosted_page', { error: 'only hosted_page is simulated' }).optional(),
  line_items: z.array(lineItem).length(1, 'exactly one line is simulated'),
  success_url: address,
  cancel_url: address.optional(),
  customer: word.optional(),
  customer_email: word.optional(),
  client_reference_id: text.max(200).optional(),
  expires_at: wholeNumber.optional(),
  metadata: metadata.optional(),
  subscription_data: subscriptionData.optional(),
  ...looks,
};

const schema = z.strictObject(checkoutCreation);
export type CheckoutCreation = z.output<typeof schema>;
