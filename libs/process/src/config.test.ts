import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import {
  addressRangesSchema,
  ConfigError,
  databaseUrlSchema,
  headerSecretsSchema,
  httpUrlSchema,
  portSchema,
  readConfig,
  redisPrefixSchema,
  redisUrlSchema,
  secretSchema,
  secretsSchema,
  serviceEnv,
} from '#config.ts';

const secret = 'a'.repeat(32);

function failure(read: () => unknown): Error {
  try {
    read();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The configuration was accepted');
}

function secretFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret'), text);
  return join(folder, 'secret');
}

describe('readConfig', () => {
  const schema = z.object({
    PORT: portSchema,
    ACCOUNT_URL: httpUrlSchema,
    REDIS_URL: redisUrlSchema,
    DATABASE_URL: databaseUrlSchema,
    TOKEN: secretSchema,
  });

  it('names every wrong and missing variable in one message', () => {
    const env = { PORT: '80a', ACCOUNT_URL: 'ftp://files.test', REDIS_URL: 'http://redis.test', TOKEN: 'short' };
    const error = failure(() => readConfig(schema, env));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message.split('\n')).toEqual([
      'The configuration cannot be used:',
      '  PORT: must be a port number',
      '  ACCOUNT_URL: must be an http(s) address',
      '  REDIS_URL: must be a redis:// address, a redis+sentinel:// address or a redis+cluster:// address',
      '  DATABASE_URL: is missing',
      '  TOKEN: must have at least 32 characters',
    ]);
  });

  it('takes an empty variable for a missing one', () => {
    expect(failure(() => readConfig(z.object({ TOKEN: secretSchema }), { TOKEN: '' })).message).toContain(
      'TOKEN: is missing',
    );
  });

  it('uses the default for a missing or empty variable', () => {
    const withDefault = z.object({ PORT: portSchema.default(8080), REDIS_PREFIX: redisPrefixSchema });
    expect(readConfig(withDefault, {})).toEqual({ PORT: 8080, REDIS_PREFIX: 'inlet' });
    expect(readConfig(withDefault, { PORT: '', REDIS_PREFIX: '' })).toEqual({ PORT: 8080, REDIS_PREFIX: 'inlet' });
  });

  it('never repeats what a variable held, because it may be a secret', () => {
    const env = {
      PORT: 'hunter2-port',
      ACCOUNT_URL: 'hunter2 as an address',
      REDIS_URL: 'rediss:hunter2@',
      DATABASE_URL: 'mysql://root:hunter2@db.test/inlet',
      TOKEN: 'hunter2',
      LOG_LEVEL: 'hunter2',
      REDIS_PREFIX: 'hunter2!',
    };
    const everything = z.object({ ...schema.shape, ...serviceEnv, REDIS_PREFIX: redisPrefixSchema });
    const { message } = failure(() => readConfig(everything, env));
    expect(message).toContain('TOKEN');
    expect(message).not.toContain('hunter2');
  });

  it('reads the file that NAME_FILE names, without its last line end', () => {
    const file = secretFile(`${secret}\n`);
    expect(readConfig(z.object({ TOKEN: secretSchema }), { TOKEN_FILE: file })).toEqual({ TOKEN: secret });
    expect(readConfig(z.object({ TOKEN: secretSchema }), { TOKEN: secret, TOKEN_FILE: '' })).toEqual({ TOKEN: secret });
  });

  it('refuses a value beside a file, a file that is not there, and a wrong value in one', () => {
    const read = (env: Record<string, string>) => failure(() => readConfig(z.object({ TOKEN: secretSchema }), env));
    expect(read({ TOKEN: secret, TOKEN_FILE: secretFile(secret) }).message).toBe(
      'The configuration cannot be used:\n  TOKEN_FILE: is set together with TOKEN; only one of the two may be',
    );
    expect(read({ TOKEN_FILE: '/nowhere/token' }).message).toBe(
      'The configuration cannot be used:\n  TOKEN_FILE: its file cannot be read (ENOENT)',
    );
    expect(read({ TOKEN_FILE: secretFile('short') }).message).toContain('  TOKEN: must have at least 32 characters');
  });

  it('names a misspelt variable on the error output, and no variable of another program', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => write.mockRestore());
    const optional = z.object({ TOKEN_SECRET: secretSchema.optional(), PORT: portSchema.default(1) });
    readConfig(optional, { TOKEN_SECRETS: secret, TOKEN_SECRET_FIEL: secret, PATH: '/bin', POST: '1' });
    expect(write.mock.calls).toEqual([
      ['TOKEN_SECRETS is not a setting. Did you mean TOKEN_SECRET?\n'],
      ['TOKEN_SECRET_FIEL is not a setting. Did you mean TOKEN_SECRET_FILE?\n'],
    ]);
    readConfig(optional, { TOKEN_SECRETS: secret, TOKEN_SECRET: secret });
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('returns what the schema names and nothing else of the environment', () => {
    expect(readConfig(z.object({ TOKEN: secretSchema }), { TOKEN: secret, HOME: '/root' })).toEqual({ TOKEN: secret });
  });
});

describe('portSchema', () => {
  it.each([
    ['0', 0],
    ['8080', 8080],
    ['65535', 65_535],
  ])('reads %j', (text, port) => {
    expect(portSchema.parse(text)).toBe(port);
  });

  it.each([' ', '65536', '-1', '80.5', '0x50', '1e3', '8080 '])('refuses %j', (text) => {
    expect(portSchema.safeParse(text).success).toBe(false);
  });
});

describe('secretsSchema', () => {
  const [one, two] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];

  it('reads one secret, or several with the newest first', () => {
    expect(secretsSchema.parse(one)).toEqual([one]);
    expect(secretsSchema.parse(`${two}, ${one}`)).toEqual([two, one]);
  });

  it.each(['', ',', `${one},`, `${one},short`, 'x'.repeat(31)])('refuses %j by the name of its variable', (SECRET) => {
    expect(() => readConfig(z.object({ SECRET: secretsSchema }), { SECRET })).toThrow(/\n {2}SECRET: /);
  });
});

describe('headerSecretsSchema', () => {
  const secret = '0123456789abcdef0123456789abcdef';

  it('reads what a header can carry', () => {
    expect(headerSecretsSchema.parse(`${secret}, ${secret}!"~`)).toEqual([secret, `${secret}!"~`]);
  });

  it.each(['\n', '\0', '\u00e9', '\u2713'])('refuses a secret with %j in it', (odd) => {
    const read = () => readConfig(z.object({ SECRET: headerSecretsSchema }), { SECRET: secret + odd + secret });
    expect(read).toThrow('  SECRET: must be of ASCII characters');
  });
});

describe('addressRangesSchema', () => {
  it('reads addresses and ranges of both kinds', () => {
    expect(addressRangesSchema.parse('127.0.0.0/8, ::1,fd00::/8,10.0.0.7')).toEqual([
      '127.0.0.0/8',
      '::1',
      'fd00::/8',
      '10.0.0.7',
    ]);
  });

  it.each([',', '10.0.0.0/33', '::1/129', '10.0.0/8', '010.0.0.1', 'localhost', '*', '10.0.0.1:80', '10.0.0.0/8,'])(
    'refuses %j',
    (RANGES) => {
      expect(() => readConfig(z.object({ RANGES: addressRangesSchema }), { RANGES })).toThrow(
        '  RANGES: must be addresses, as in 10.0.0.7',
      );
    },
  );
});

describe('httpUrlSchema', () => {
  it.each([
    ['http://account.test:8082', 'http://account.test:8082'],
    ['https://inlet.test/', 'https://inlet.test'],
    ['https://inlet.test/base//', 'https://inlet.test/base'],
  ])('takes the slashes from the end of %s', (text, url) => {
    expect(httpUrlSchema.parse(text)).toBe(url);
  });
});

describe('serviceEnv', () => {
  it('is a production process with the log level info when nothing is set', () => {
    expect(readConfig(z.object(serviceEnv), {})).toEqual({
      HOST: '0.0.0.0',
      LOG_LEVEL: 'info',
      OTEL_TRACES_SAMPLER_ARG: 1,
      INLET_MODE: 'production',
    });
  });
});
