import { expect, it } from 'vitest';
import { describeState, isStopped } from '#features/integrations/describe-state.ts';
import { buildTarget } from '#features/integrations/target.test-setup.ts';

const at = '2026-11-20T14:05:09.000Z';

it.each([
  [{}, 'Added', null],
  [{ health: { lastSuccessAt: at } }, 'Connected', null],
  [{ state: 'paused', stoppedAt: at }, 'Paused', /^Nothing is delivered since .* wait for up to 30 days/],
  [{ state: 'disabled', stateReason: 'gone' }, 'Disabled', /410 Gone.* then resume/],
  [{ state: 'disabled', stateReason: 'failing' }, 'Disabled', /three days.* Send a test/],
  [{ state: 'disabled', stateReason: 'plan' }, 'Disabled', /plan.*removed.*replay/],
  [{ health: { failingSince: at, nextAttemptAt: at } }, /^Failing since Nov 20, 2:05/, /next attempt is at Nov 20/],
  [{ order: 'strict', health: { failingSince: at } }, 'Stopped', /skip this delivery/],
] as const)('%j is described as %s', (overrides, label, advice) => {
  const words = describeState(buildTarget(overrides));
  expect(words.label).toMatch(label);
  if (advice === null) expect(words.advice).toBeNull();
  else expect(words.advice).toMatch(advice);
});

it('only a delivery that fails in strict order holds back others', () => {
  expect(isStopped(buildTarget({ order: 'strict', health: { failed: 1 } }))).toBe(true);
  expect(isStopped(buildTarget({ order: 'strict' }))).toBe(false);
  expect(isStopped(buildTarget({ order: 'strict', state: 'paused', health: { failed: 1 } }))).toBe(false);
  expect(isStopped(buildTarget({ health: { failed: 1, failingSince: at } }))).toBe(false);
});
