import { describe, expect, it } from 'vitest';
import { updateUserSchema } from '#account/account-settings.ts';

describe('the settings of an account', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])(
    'have the time zone %s',
    (timeZone) => {
      expect(updateUserSchema.parse({ timeZone })).toEqual({ timeZone });
    },
  );

  it.each(['', '+02:00', 'Europe/Atlantis', 'Berlin', 'UTC+2'])('have no time zone %j', (timeZone) => {
    expect(updateUserSchema.safeParse({ timeZone }).success).toBe(false);
  });
});
