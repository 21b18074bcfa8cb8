const headers = (referrerPolicy: string, rules: readonly string[]) => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': referrerPolicy,
  'content-security-policy': ["default-src 'none'", 'img-src data:', "base-uri 'none'", ...rules].join('; '),
});

/**
 * For our own pages: no script, no resource of another origin, no framing. Without a referrer, the browser would send
 * `Origin: null` with the delete form, which is refused.
 */
export const pageHeaders = headers('same-origin', [
  "style-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]);

/** For a mail's HTML, also outside its frame: an opaque origin, no script, no request. */
export const frameHeaders = headers('no-referrer', [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "frame-ancestors 'self'",
]);
