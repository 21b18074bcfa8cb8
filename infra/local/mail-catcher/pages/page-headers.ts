const always = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};

/** For pages that are written here: no script, nothing from elsewhere, in nobody's frame. */
export const pageHeaders = {
  ...always,
  // Without any, a browser would send the form that deletes as from nowhere, and it would be refused.
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

/** For a mail's HTML, also when somebody opens its address by itself: an origin of its own, no script, no request. */
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
