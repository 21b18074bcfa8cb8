import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadCommandConfig, loadConfig } from '#config.ts';

const needed = { DATABASE_URL: 'postgresql://database', REDIS_URL: 'redis://queue' };
const complete = {
  ...needed,
  PUBLIC_URL: 'https://forms.example.com',
  INTERNAL_TOKEN: 'i'.repeat(32),
  ENCRYPTION_KEYS: 'a'.repeat(32),
  SMTP_URL: 'smtp://mail.test',
};

describe('the configuration of the worker', () => {
  it('needs a mail server, and reports a wrong address without quoting it', () => {
    expect(() => loadConfig(needed)).toThrow('  SMTP_URL: is missing');
    const wrong = { ...needed, SMTP_URL: 'https://me:hunter2@mail.test' };
    expect(() => loadConfig(wrong)).toThrow('  SMTP_URL: must be an smtp:// or smtps:// address');
    expect(() => loadConfig(wrong)).not.toThrow('hunter2');
  });

  it.each(['Inlet <no-reply@inlet.test>', 'no-reply@inlet.test'])('sends mails as %s', (from) => {
    expect(loadConfig({ ...complete, MAIL_FROM: from }).MAIL_FROM).toBe(from);
  });

  it.each(['Inlet', 'a@inlet.test, b@inlet.test', 'a@inlet.test\r\nBcc: b@inlet.test'])(
    'does not send mails as %j, which is no one address',
    (from) => {
      expect(() => loadConfig({ ...complete, MAIL_FROM: from })).toThrow('  MAIL_FROM: ');
    },
  );

  it('needs keys to open what account sealed, of which the first is the newest', () => {
    expect(() => loadConfig(needed)).toThrow('  ENCRYPTION_KEYS: is missing');
    const [older, newer] = ['a'.repeat(32), 'b'.repeat(32)];
    expect(loadConfig({ ...complete, ENCRYPTION_KEYS: `${newer}, ${older}` }).ENCRYPTION_KEYS).toEqual([newer, older]);
  });

  it('lets deliveries reach only public addresses, unless the operator allows others', () => {
    expect(loadConfig(complete)).toMatchObject({ WEBHOOK_ALLOW: [] });
    const given = { ...complete, WEBHOOK_ALLOW: '127.0.0.0/8,::1', EGRESS_PROXY: 'http://proxy.test:3128/' };
    expect(loadConfig(given)).toMatchObject({
      WEBHOOK_ALLOW: ['127.0.0.0/8', '::1'],
      EGRESS_PROXY: 'http://proxy.test:3128',
    });
    const wrong = { ...complete, WEBHOOK_ALLOW: 'localhost', EGRESS_PROXY: 'socks5://proxy.test' };
    expect(() => loadConfig(wrong)).toThrow(/ {2}WEBHOOK_ALLOW: must be .*\n {2}EGRESS_PROXY: must be /);
  });

  describe('for signing mails', () => {
    const pemOf = (bits: number) => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
      return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    };
    const pem = pemOf(1_024);
    const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'inlet', DKIM_PRIVATE_KEY: pem };

    it('takes a key as it is, or with \\n for its line breaks', () => {
      expect(loadConfig({ ...complete, ...dkim })).toMatchObject(dkim);
      const oneLine = { ...dkim, DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') };
      expect(loadConfig({ ...complete, ...oneLine })).toMatchObject(dkim);
    });

    it('takes no key that signs nothing, and does not repeat it', () => {
      const elliptic = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      for (const key of ['hunter2', elliptic, pemOf(512)]) {
        const load = () => loadConfig({ ...complete, ...dkim, DKIM_PRIVATE_KEY: key });
        expect(load).toThrow('  DKIM_PRIVATE_KEY: must be a private RSA key');
        expect(load).not.toThrow(key);
      }
    });

    it('takes all three settings, or none', () => {
      expect(() => loadConfig({ ...complete, ...dkim, DKIM_SELECTOR: undefined })).toThrow('give all three, or none');
    });
  });

  it('consumes all lanes, or those it is given, none of which is beyond the last', () => {
    expect(loadConfig({ ...complete, REDIS_LANES: '4' }).WORKER_LANES).toBeUndefined();
    expect(loadConfig({ ...complete, REDIS_LANES: '4', WORKER_LANES: '3,0,3' }).WORKER_LANES).toEqual([0, 3]);
    const beyond = { ...complete, REDIS_LANES: '4', WORKER_LANES: '1,4' };
    expect(() => loadConfig(beyond)).toThrow('  WORKER_LANES: The last lane is 3, as REDIS_LANES is 4');
    expect(() => loadConfig({ ...complete, WORKER_LANES: 'all' })).toThrow(
      '  WORKER_LANES: must be lanes, as in `0,2`',
    );
  });

  it('is enough without a mail server and keys for the command that uses neither', () => {
    expect(loadCommandConfig(needed)).toMatchObject(needed);
  });
});
