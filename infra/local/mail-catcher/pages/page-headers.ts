const always = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};

/** For our own pages: no script, no resource of another origin, no framing. */
export const pageHeaders = {
  ...always,
  // Without a referrer, the browser would send `Origin: null` with the delete form, which is refused.
  'referrer-policy': 'same-origin',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** For a mail's HTML, also outside its frame: an opaque origin, no script, no request. */
export const frameHeaders = {
  ...always,
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
};
