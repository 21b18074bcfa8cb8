const stripeDate = /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4})\b/g;

/** Rewrites the dates in a text from Stripe, such as `23 Nov 2026`, as in the rest of the app: `Nov 23, 2026`. */
export function withOurDates(text: string): string {
  return text.replace(stripeDate, '$2 $1, $3');
}
