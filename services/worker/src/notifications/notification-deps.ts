import type { AddressHashes } from '@inlet/crypto/address-hash';
import type { UnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import type { ConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import type { PendingMail } from '#notifications/notifications.store.ts';

export interface NotificationDeps {
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly tokens: UnsubscribeTokens;
  readonly confirmations: ConfirmationTokens;
  /** Recognises suppressed addresses that were erased. */
  readonly hashes: AddressHashes;
  /** Queues mails that are also kept in the database. */
  readonly handOver: (mails: readonly PendingMail[]) => Promise<void>;
  readonly isAway: (error: unknown) => boolean;
  readonly logger: Logger;
}
