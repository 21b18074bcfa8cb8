import type { IncomingMessage } from 'node:http';
import { bodyBytesMax } from '@inlet/contracts/forms';
import { readBody } from '@inlet/http/read-body';
import type { KnownForm } from '#forms/known-form.ts';
import { bodyTooLarge } from '#refusals/submit-errors.ts';

/** Reads a complete body, or refuses it by its form's limit. */
export function readFormBody(request: IncomingMessage, form: Pick<KnownForm, 'bodyMaxBytes'>): Promise<Buffer> {
  const maxBytes = form.bodyMaxBytes ?? bodyBytesMax;
  return readBody(request, maxBytes, () => bodyTooLarge(maxBytes));
}
