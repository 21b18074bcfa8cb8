import { readBytes } from '@inlet/http/read-body';
import type { RequestHandler } from 'express';
import { invalidSignature } from '#errors.ts';

/** Bytes of a webhook's body. Stripe's largest events stay far below it. */
const webhookMaxBytes = 1_024 * 1_024;

const timestamp = /^t=\d{1,12}$/;
const signature = /^v1=[\da-f]{64}$/;

/** Anybody can send to a webhook's address, so a request without a signature is refused before its body is read. */
const requireSignature: RequestHandler = (request, _response, next) => {
  const parts = String(request.headers['stripe-signature'] ?? '').split(',');
  if (!parts.some((part) => timestamp.test(part)) || !parts.some((part) => signature.test(part))) {
    throw invalidSignature();
  }
  next();
};

/** Keeps the bytes of a body as they are, for they are what is signed. */
export const readRawBody: RequestHandler = readBytes(webhookMaxBytes);

/** Reads a request of Stripe's. */
export const readSignedBody: RequestHandler[] = [requireSignature, readRawBody];
