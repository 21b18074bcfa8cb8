import crypto, { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { isFromGateway, submissionIdHeader } from '@inlet/http/client-address';
import { derivedId, type KeyClaim } from '@inlet/submissions/key-claim';
import { v7 } from 'uuid';
import { idempotencyKeyInvalid, idempotencyKeyMax } from '#refusals/submit-errors.ts';

/** The idempotency key: from the header, or else from the field; null without either. */
export function idempotencyKeyOf(header: string | string[] | undefined, field: string | null): string | null {
  const key = header === undefined ? field : String(header);
  if (key === null) return null;
  if (key.length === 0 || key.length > idempotencyKeyMax) throw idempotencyKeyInvalid();
  return key;
}

/** Node has had its own, which is ten times as fast, since 24.16. The command line also runs on older versions. */
const newId: () => string = crypto.randomUUIDv7 ?? v7;

const uuidByTime = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The id that the gateway assigned to a submission; it stays the same on retries. No other client may choose one. */
export function idFromGateway(
  request: Pick<IncomingMessage, 'headers'>,
  gatewayTokens: readonly string[],
): string | undefined {
  const id = request.headers[submissionIdHeader];
  return typeof id === 'string' && uuidByTime.test(id) && isFromGateway(request, gatewayTokens) ? id : undefined;
}

/** The payload of an idempotency key: the fields as stored, and the content of the files. */
export function payloadOf(json: string, upload: AcceptedUpload | undefined): string {
  return upload ? [json, ...upload.files.map(({ sha256 }) => sha256)].join('\n') : json;
}

export interface SubmissionIdentity {
  readonly id: string;
  /** The key's new claim; null without a key, and for spam, which never blocks a key. */
  readonly claim: KeyClaim | null;
}

/**
 * Returns a new id for a submission without a key, or its given id. With a key, the id is derived from form, key and
 * payload: a repeat gets the same id, so the database recognises it, and another payload gets a different id, so it is
 * never lost. Spam gets separate ids, or an attacker could put another visitor's submission into the spam folder in
 * advance.
 */
export function identify(
  formId: string,
  key: string | null,
  json: string,
  isSpam: boolean,
  given?: string,
): SubmissionIdentity {
  if (key === null) return { id: given ?? newId(), claim: null };
  const name = hash(`${formId}\n${key}`);
  const digest = hash(json);
  const id = derivedId(`${name}${digest}${isSpam ? 'spam' : ''}`);
  return { id, claim: isSpam ? null : { name, digest } };
}

/** 128 bits rule out collisions, and take 22 characters in Redis. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}
