/** A form's idempotency key, and the digest of the payload that it belongs to. */
export interface KeyClaim {
  /** Names the form and the key. */
  readonly name: string;
  readonly digest: string;
}
