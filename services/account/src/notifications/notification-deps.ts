import type { Attempts } from '#access/limits/attempts.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface NotificationDeps extends Pick<Resources, 'config' | 'database' | 'producer'> {
  readonly background: Background;
  /** Counts mails to addresses that their owners have not confirmed. These limits hold in every installation. */
  readonly confirmations: Attempts;
}
