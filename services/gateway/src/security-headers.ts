import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Parts of a device that no page of ours uses, so that no script may ask for them. Copying and passkeys stay. */
const unused = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/** Security headers of the web app: only our own code and content run, load or frame. */
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
    // Every service sets it, where the public address is HTTPS.
    strictTransportSecurity: false,
    // What `frameAncestors` says, for browsers that do not know it.
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
