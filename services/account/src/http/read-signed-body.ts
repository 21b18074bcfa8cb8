import { readBytes } from '@inlet/http/read-body';
import type { RequestHandler } from 'express';
import { invalidSignature } from '#errors.ts';

/** The size limit of a webhook's body in bytes. Stripe's largest events stay far below it. */
const webhookMaxBytes = 1_024 * 1_024;

const timestamp = /^t=\d{1,12}$/;
const signature = /^v1=[\da-f]{64}$/;

/** Anyone can send to a webhook's address, so a request without a signature is refused before its body is read. */
const requireSignature: RequestHandler = (request, _response, next) => {
  const parts = String(request.headers['stripe-signature'] ?? '').split(',');
  if (!parts.some((part) => timestamp.test(part)) || !parts.some((part) => signature.test(part))) {
    throw invalidSignature();
  }
  next();
};

/** Keeps the raw bytes of a body, because these are signed. */
export const readRawBody: RequestHandler = readBytes(webhookMaxBytes);

/** Reads a request from Stripe. */
export const readSignedBody: RequestHandler[] = [requireSignature, readRawBody];
