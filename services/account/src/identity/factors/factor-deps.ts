import type { Sealing } from '@inlet/crypto/sealing';
import type { Attempts } from '#access/limits/attempts.ts';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

/** For work on second factors, whose secrets are sealed, and whose changes are mailed. */
export interface FactorDeps extends Pick<Resources, 'config' | 'database' | 'producer'> {
  readonly sealing: Sealing;
  readonly attempts: Attempts;
  readonly background: Background;
}

/** The person that a factor belongs to. */
export interface FactorOwner {
  readonly id: string;
  readonly email: string;
}
