import { newApiKeySchema } from '#account/api-keys.ts';
import {
  approveDeviceSchema,
  deviceCodesSchema,
  devicePollSeconds,
  deviceRequestSchema,
  deviceSeconds,
  fetchDeviceKeySchema,
  openDeviceSchema,
} from '#account/device.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';

export const deviceRoutes = {
  openDevice: {
    group: 'API keys',
    summary: 'Ask a person for an API key',
    description: `For a program on a machine, such as the command line. The program shows the person \`verificationUri\` and \`userCode\`, and then asks for its key every ${devicePollSeconds} seconds until somebody has answered on that page.`,
    access: 'public',
    // The window is as long as a request lasts, so a network has at most twice as many open ones.
    limit: { name: 'device:network', per: 'network', max: 20, windowSeconds: deviceSeconds },
    body: openDeviceSchema,
    success: { status: 200, description: 'The codes', schema: deviceCodesSchema },
    refusals: ['tooManyAttempts', 'deviceUnavailable'],
  },
  fetchDeviceKey: {
    group: 'API keys',
    summary: 'Fetch the key that a person approved',
    description:
      'Answers 400 until the person has answered. The codes are those of RFC 8628: `authorization_pending`, `slow_down`, `access_denied` and `expired_token`. The key is told once.',
    access: 'public',
    body: fetchDeviceKeySchema,
    success: { status: 200, description: 'The key', schema: newApiKeySchema },
    refusals: [
      'authorizationPending',
      'slowDown',
      'accessDenied',
      'expiredToken',
      'apiKeyLimitReached',
      'deviceUnavailable',
    ],
  },
  readDevice: {
    action: 'keys:manage',
    group: 'API keys',
    summary: 'Read what a code asks for',
    description: 'The machine that waits with this code for an API key of the workspace.',
    access: 'session',
    success: { status: 200, description: 'The request', schema: deviceRequestSchema },
    refusals: ['deviceCodeNotFound', 'deviceCodeUsed', 'tooManyAttempts', 'deviceUnavailable'],
  },
  approveDevice: {
    action: 'keys:manage',
    group: 'API keys',
    summary: 'Give a machine an API key',
    description:
      'The machine may fetch a key of the workspace, which has the name of the machine. The call needs the password, or a session that was confirmed within the last ten minutes. If that session ends before the machine fetches the key, no key is made.',
    access: 'session',
    body: approveDeviceSchema,
    success: { status: 204, description: 'The machine may fetch its key' },
    refusals: [
      'deviceCodeNotFound',
      'deviceCodeUsed',
      'wrongPassword',
      'confirmationRequired',
      'apiKeyLimitReached',
      'tooManyAttempts',
      'deviceUnavailable',
    ],
  },
  denyDevice: {
    action: 'keys:manage',
    group: 'API keys',
    summary: 'Give a machine no API key',
    access: 'session',
    success: { status: 204, description: 'The machine is told that it gets no key' },
    refusals: ['deviceCodeNotFound', 'deviceCodeUsed', 'tooManyAttempts', 'deviceUnavailable'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
