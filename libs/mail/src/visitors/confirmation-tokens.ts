import type { Secrets } from '@inlet/process/config';
import * as z from 'zod';
import { createSignedTokens, type SignedTokens } from '#signed-tokens.ts';

const askedSchema = z.object({
  submissionId: z.uuid(),
  /** The time of the mail, in milliseconds. */
  at: z.number().int(),
});
/** The visitor of a submission who was asked to confirm the address. */
export type AskedVisitor = z.infer<typeof askedSchema>;

/** Tokens of links that confirm the address of a submission. The submission itself says whether one was used. */
export type ConfirmationTokens = SignedTokens<AskedVisitor>;

export function createConfirmationTokens(secrets: Secrets): ConfirmationTokens {
  return createSignedTokens(secrets, 'confirmation links', askedSchema);
}

/** The page behind such a link. */
export function confirmationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/confirm-address?token=${token}`;
}
