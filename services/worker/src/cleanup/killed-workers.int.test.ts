import { it } from 'vitest';
import { surviveKills } from '#cleanup/killed-workers.test-setup.ts';

it('a run whose workers are killed ends once, and deletes exactly what it should', () => surviveKills(2));
