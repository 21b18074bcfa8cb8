import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Browser features that our pages do not use, so that no script may request them. Clipboard and passkeys stay enabled.
 */
const unused = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/** Security headers of the web app: only our own code and content may run, load or be framed. */
export function securityHeaders(): RequestHandler[] {
  const policies = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Every service sets it if the public address is HTTPS.
    strictTransportSecurity: false,
    // The same as `frameAncestors`, for browsers that do not support it.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return [
    policies,
    (_request, response, next) => {
      response.setHeader('permissions-policy', permissionsPolicy);
      next();
    },
  ];
}
