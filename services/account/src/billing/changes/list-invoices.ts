import { type Invoice, invoiceSchema } from '@inlet/contracts/billing';
import type { User } from '@inlet/db/client';
import type Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { dateOf, isMissingAtStripe } from '#billing/stripe-client.ts';
import { invoicesFailed } from '#errors.ts';

const invoicesMax = 100;

/** The newest invoices of an account. Stripe keeps them; they are not stored here. */
export async function listInvoices(
  { stripe, logger }: Pick<BillingDeps, 'stripe' | 'logger'>,
  { stripeCustomerId: customer }: User,
): Promise<Invoice[]> {
  if (customer === null) return [];
  try {
    const { data } = await stripe.invoices.list({ customer, limit: invoicesMax });
    return data.flatMap(present);
  } catch (err) {
    if (isMissingAtStripe(err)) return [];
    logger.warn({ err }, 'stripe: invoices could not be read');
    throw invoicesFailed();
  }
}

/** A draft may still change, so it is not shown. */
function present(invoice: Stripe.Invoice): Invoice[] {
  const { id, number, created, currency, total, amount_due: amountDue } = invoice;
  const status = invoiceSchema.shape.status.safeParse(invoice.status);
  if (!id || !status.success) return [];
  const links = { url: invoice.hosted_invoice_url ?? null, pdfUrl: invoice.invoice_pdf ?? null };
  return [
    { id, number, createdAt: dateOf(created).toISOString(), currency, total, amountDue, status: status.data, ...links },
  ];
}
