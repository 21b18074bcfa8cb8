import { describe, expect, it } from 'vitest';
import { redisUrlSchema } from '#config.ts';
import { parseClusterUrl, parseSentinelUrl } from '#redis-url.ts';

const plain = {
  db: 0,
  username: undefined,
  password: undefined,
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  isTls: false,
};

describe('an address of Sentinels', () => {
  it.each([
    ['one, at the usual port', 'redis+sentinel://a/main', { sentinels: [{ host: 'a', port: 26_379 }], name: 'main' }],
    [
      'several, one by IPv6',
      'redis+sentinel://a:1,[::1]:2,10.0.0.3/main',
      {
        sentinels: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: '10.0.0.3', port: 26_379 },
        ],
        name: 'main',
      },
    ],
    [
      'a password, without a user',
      'redis+sentinel://:p%40ss@a:1/main/2',
      { sentinels: [{ host: 'a', port: 1 }], name: 'main', db: 2, password: 'p@ss' },
    ],
    [
      'everything, with TLS',
      'rediss+sentinel://inlet:p:w@a:1/main?sentinelUsername=s&sentinelPassword=w%26x',
      {
        sentinels: [{ host: 'a', port: 1 }],
        name: 'main',
        username: 'inlet',
        password: 'p:w',
        sentinelUsername: 's',
        sentinelPassword: 'w&x',
        isTls: true,
      },
    ],
  ])('is read: %s', (_what, url, expected) => {
    expect(parseSentinelUrl(url)).toEqual({ ...plain, ...expected });
    expect(redisUrlSchema.parse(url)).toBe(url);
  });

  it('is none where Redis itself is named', () => {
    expect(parseSentinelUrl('redis://a:6379')).toBeNull();
    expect(redisUrlSchema.parse('rediss://:word@a:6379/1')).toBe('rediss://:word@a:6379/1');
  });

  it.each([
    ['redis+sentinel://a:1', 'must have the form redis+sentinel://'],
    ['redis+sentinel:///main', 'must have the form redis+sentinel://'],
    ['redis+sentinel://a:1,/main', 'must name each Sentinel as host:port'],
    ['redis+sentinel://a:99999/main', 'must name each Sentinel as host:port'],
    ['redis+sentinel://hunter2@a/main', 'must have a colon before its password'],
    ['redis+sentinel://:hunter2%@a/main', 'must have % written as %25'],
    ['redis+sentinel://a/main?password=hunter2', 'can only have the parameters sentinelUsername and sentinelPassword'],
    ['http://a', 'must be a redis:// address'],
  ])('is refused with what is wrong, and without its password: %s', (url, says) => {
    const [issue] = redisUrlSchema.safeParse(url).error?.issues ?? [];
    expect(issue?.message).toContain(says);
    expect(issue?.message).not.toContain('hunter2');
  });
});

describe('an address of a Redis Cluster', () => {
  const login = { username: undefined, password: undefined, isTls: false };

  it.each([
    ['one node, at the usual port', 'redis+cluster://a', { seeds: [{ host: 'a', port: 6_379 }] }],
    [
      'several, one by IPv6',
      'redis+cluster://a:1,[::1]:2,10.0.0.3/',
      {
        seeds: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: '10.0.0.3', port: 6_379 },
        ],
      },
    ],
    [
      'a password, without a user',
      'redis+cluster://:p%40ss@a:1',
      { seeds: [{ host: 'a', port: 1 }], password: 'p@ss' },
    ],
    [
      'everything, with TLS',
      'rediss+cluster://inlet:p:w@a:1/',
      { seeds: [{ host: 'a', port: 1 }], username: 'inlet', password: 'p:w', isTls: true },
    ],
  ])('is read: %s', (_what, url, expected) => {
    expect(parseClusterUrl(url)).toEqual({ ...login, ...expected });
    expect(redisUrlSchema.parse(url)).toBe(url);
  });

  it('is none where one Redis or Sentinels are named', () => {
    expect(parseClusterUrl('redis://a:6379')).toBeNull();
    expect(parseClusterUrl('redis+sentinel://a/main')).toBeNull();
    expect(parseSentinelUrl('redis+cluster://a')).toBeNull();
  });

  it.each([
    ['redis+cluster://', 'must have the form redis+cluster://'],
    ['redis+cluster://a:1/2', 'must have the form redis+cluster://'],
    ['redis+cluster://a:1?password=hunter2', 'must have the form redis+cluster://'],
    ['redis+cluster://a:1,', 'must name each node as host:port'],
    ['redis+cluster://a:99999', 'must name each node as host:port'],
    ['redis+cluster://hunter2@a', 'must have a colon before its password'],
    ['redis+cluster://:hunter2%@a', 'must have % written as %25'],
  ])('is refused with what is wrong, and without its password: %s', (url, says) => {
    const [issue] = redisUrlSchema.safeParse(url).error?.issues ?? [];
    expect(issue?.message).toContain(says);
    expect(issue?.message).not.toContain('hunter2');
  });
});
