import { describe, expect, it } from 'vitest';
import { projectRoot, readLocalConfig } from '#config/config.ts';

describe('readLocalConfig', () => {
  it('names every wrong variable in one message', () => {
    const wrong = {
      PORT: 'abc',
      INGEST_PORT: '0',
      WORKER_PORT: '70000',
      DATABASE_URL: 'mysql://db',
      REDIS_URL: 'http://redis',
      REDIS_PREFIX: 'Not Allowed',
      SMTP_URL: 'https://mail',
      MAIL_FROM: 'Inlet',
      SIGN_UP: 'closed',
      LOG_LEVEL: 'loud',
    };
    const read = () => readLocalConfig(wrong);
    for (const name of Object.keys(wrong)) expect(read).toThrow(`  ${name}: `);
  });

  it('has the ports that the documentation names when nothing is said', () => {
    expect(readLocalConfig({}).ports).toMatchObject({ gateway: 8080, ingest: 8081, account: 8082, worker: 8083 });
  });

  it('moves every port with PORT alone', () => {
    expect(readLocalConfig({ PORT: '9000' }).ports).toEqual({
      gateway: 9000,
      ingest: 9001,
      account: 9002,
      worker: 9003,
      gatewayProbe: 9004,
      gatewayBehindVite: 9005,
      mail: 9006,
      mailSmtp: 9007,
      stripe: 9008,
    });
  });

  it('lets a port of its own stand beside those that follow PORT', () => {
    expect(readLocalConfig({ PORT: '9000', ACCOUNT_PORT: '7000' }).ports).toMatchObject({
      ingest: 9001,
      account: 7000,
    });
  });

  it('refuses a port that is given to two, by the name of the second', () => {
    expect(() => readLocalConfig({ PORT: '9000', WORKER_PORT: '9001' })).toThrow('  WORKER_PORT: 9001 ');
  });

  it('refuses a PORT that leaves no room for the others', () => {
    expect(() => readLocalConfig({ PORT: '65528' })).toThrow('  PORT: ');
    expect(readLocalConfig({ PORT: '65527' }).ports.stripe).toBe(65535);
  });

  it('takes the data folder from the project, wherever the command is given', () => {
    expect(readLocalConfig({}).dataDir).toBe(`${projectRoot}/.data`);
    expect(readLocalConfig({ INLET_DATA_DIR: 'other' }).dataDir).toBe(`${projectRoot}/other`);
    expect(readLocalConfig({ INLET_DATA_DIR: '/srv/inlet' }).dataDir).toBe('/srv/inlet');
  });

  it('lets everybody sign up on one machine, unless somebody says otherwise', () => {
    expect(readLocalConfig({}).signUp).toBe('open');
    expect(readLocalConfig({ SIGN_UP: 'invite' }).signUp).toBe('invite');
  });

  it('takes an account at Stripe with what its webhooks are signed with, or not at all', () => {
    const own = { STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_WEBHOOK_SECRETS: 'whsec_own' };
    expect(readLocalConfig(own).stripe).toEqual({ secretKey: 'sk_test_own', webhookSecrets: 'whsec_own' });
    expect(readLocalConfig({}).stripe).toBeUndefined();
    const half = () => readLocalConfig({ STRIPE_SECRET_KEY: 'sk_test_own' });
    expect(half).toThrow('  STRIPE_WEBHOOK_SECRETS: is missing');
  });

  it('needs no Stripe where nothing is sold', () => {
    expect(readLocalConfig({}).billing).toBe('on');
    expect(readLocalConfig({ BILLING: 'off', PLAN_NAME: 'team' })).toMatchObject({
      billing: 'off',
      inherited: { PLAN_NAME: 'team' },
    });
    expect(() => readLocalConfig({ BILLING: 'maybe' })).toThrow('  BILLING: ');
  });

  it('hands on what only a service knows, and nothing that the start decides', () => {
    const ofServices = {
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOW: '127.0.0.0/8,::1',
      EGRESS_PROXY: 'http://proxy.test:3128',
    };
    const ofStart = {
      PORT: '9000',
      DATABASE_URL: 'postgresql://db/x',
      TOKEN_SECRET: 'mine',
      ENCRYPTION_KEYS: 'mine',
      SMTP_URL: 'smtp://a:b@c',
      STRIPE_SECRET_KEY: 'sk_test_own',
      STRIPE_WEBHOOK_SECRETS: 'whsec_own',
      STRIPE_API_URL: 'http://elsewhere',
    };
    expect(readLocalConfig({ ...ofServices, ...ofStart }).inherited).toEqual(ofServices);
  });
});
