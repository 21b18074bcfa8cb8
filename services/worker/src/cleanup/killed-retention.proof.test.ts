import { it } from 'vitest';
import { surviveKills } from '#cleanup/killed-workers.test-setup.ts';

it('a run whose workers are killed ten times ends once, and deletes exactly what it should', { timeout: 240_000 }, () =>
  surviveKills(10),
);
