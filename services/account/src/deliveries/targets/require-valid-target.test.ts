import { presets } from '@inlet/contracts/presets/all-presets';
import { createAllowList } from '@inlet/outbound/allow-list';
import { expect, it } from 'vitest';
import { requireValidTarget } from '#deliveries/targets/require-valid-target.ts';

it('refuses a host that the service of the preset does not have', () => {
  const check = (host: string) => () =>
    requireValidTarget({ webhookAllow: createAllowList([]) }, presets.slack, {
      url: `https://${host}/services/T/B/x`,
      settings: {},
      headers: {},
    });
  expect(check('hooks.slack.com')).not.toThrow();
  expect(check('hooks.slack.test')).toThrow('The host must be hooks.slack.com');
});
