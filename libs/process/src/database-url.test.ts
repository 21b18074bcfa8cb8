import { describe, expect, it } from 'vitest';
import { databaseUrlSchema } from '#config.ts';
import { databaseAddresses } from '#database-url.ts';

const messagesOf = (url: string) => databaseUrlSchema.safeParse(url).error?.issues.map(({ message }) => message) ?? [];

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgresql://db/inlet', ['postgresql://db/inlet']],
    ['postgresql:///inlet?host=/run', ['postgresql:///inlet?host=/run']],
    ['postgres://u:p@db', ['postgres://u:p@db']],
    [
      'postgresql://u:p,@a:1,b:2/inlet?sslmode=disable',
      ['postgresql://u:p,@a:1/inlet?sslmode=disable', 'postgresql://u:p,@b:2/inlet?sslmode=disable'],
    ],
    [
      'postgresql://u:p@[::1]:1,b/inlet?target_session_attrs=read-write',
      [
        'postgresql://u:p@[::1]:1/inlet?target_session_attrs=read-write',
        'postgresql://u:p@b/inlet?target_session_attrs=read-write',
      ],
    ],
  ])('%s is read for each host', (url, addresses) => {
    expect(databaseAddresses(url)).toEqual(addresses);
    expect(messagesOf(url)).toEqual([]);
  });

  it.each(['mysql://db/inlet', 'postgresql://a,,b/inlet', 'postgresql://hunter2@a:70000,b/inlet', 'hunter2'])(
    '%s is refused',
    (url) => {
      expect(messagesOf(url)).toEqual(['must be a postgresql:// address']);
    },
  );

  it.each(['any', 'standby', 'prefer-standby', 'read-only'])('does not look for a server in the mode %s', (mode) => {
    expect(messagesOf(`postgresql://a,b/inlet?target_session_attrs=${mode}`)).toEqual([
      'can only have target_session_attrs=read-write or primary, because Inlet writes',
    ]);
  });
});
