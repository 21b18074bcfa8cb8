import type { Attempts } from '#access/limits/attempts.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface NotificationDeps extends Pick<Resources, 'config' | 'producer'>, FormDeps {
  readonly background: Background;
  /** Counts mails to unconfirmed addresses. These limits apply in every installation. */
  readonly confirmations: Attempts;
}
