import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot, readLocalConfig } from '#config/config.ts';
import { type Mode, portsOf, serviceSpecs, urlsOf } from '#stack/services.ts';

const secrets = {
  tokenSecret: 'token-secret',
  internalToken: 'internal-token',
  webhookSecret: 'webhook-secret',
  encryptionKeys: 'encryption-keys',
};
const databaseUrls = { account: 'postgresql://account@database', worker: 'postgresql://worker@database' };
const specs = (mode: Mode, env: Record<string, string> = {}) => {
  const config = readLocalConfig({ PORT: '9000', ...env });
  return serviceSpecs({ config, mode, databaseUrls, redisUrl: 'redis://queue', secrets });
};
const envOf = (name: string, mode: Mode = 'start', env: Record<string, string> = {}) =>
  specs(mode, env).find((spec) => spec.name === name)?.env ?? {};
const names = (env: Record<string, string> = {}) => specs('start', env).map(({ name }) => name);
/** The services whose environment contains this text. */
const holdersOf = (text: string, given: Record<string, string> = {}) =>
  names(given).filter((name) => Object.values(envOf(name, 'start', given)).some((value) => value.includes(text)));

describe('serviceSpecs', () => {
  it('stops them, from the last to the first, as they hand work on', () => {
    expect(names()).toEqual(['stripe', 'account', 'mail', 'worker', 'ingest', 'gateway']);
  });

  it.each([
    ['the database', '@database', ['account', 'worker']],
    ['the secret that signs sessions', 'token-secret', ['account']],
    ['the keys that seal secrets', 'encryption-keys', ['account', 'worker']],
    ['the secret of a provider', 'oidc-secret', ['account']],
    ['Redis', 'redis://queue', ['account', 'worker', 'ingest']],
  ])('gives %s to those alone who need it', (_what, text, holders) => {
    expect(holdersOf(text, { DATABASE_URL: 'postgresql://users/own', OIDC_CLIENT_SECRET: 'oidc-secret' })).toEqual(
      holders,
    );
  });

  it('tells the gateway where the others and the web app are', () => {
    expect(envOf('gateway')).toMatchObject({
      PORT: '9000',
      PROBE_PORT: '9004',
      ACCOUNT_URL: 'http://127.0.0.1:9002',
      INGEST_URL: 'http://127.0.0.1:9001',
      WEB_ROOT: expect.stringMatching(/\/web\/dist$/),
    });
  });

  it('tells every service that uses Redis how many lanes there are, and the worker which are its own', () => {
    const lanes = { REDIS_LANES: '3', WORKER_LANES: '0,2' };
    for (const name of ['account', 'ingest', 'worker']) {
      expect([envOf(name).REDIS_LANES, envOf(name, 'start', lanes).REDIS_LANES]).toEqual(['1', '3']);
    }
    expect(envOf('worker', 'start', lanes).WORKER_LANES).toBe('0,2');
  });

  it('lets nobody outside this machine in', () => {
    expect(specs('start').map(({ env }) => env.HOST)).toEqual(Array(6).fill('127.0.0.1'));
  });

  it('puts Vite on the public port while developing, with the gateway behind it', () => {
    expect(envOf('web', 'dev')).toMatchObject({ WEB_DEV_PORT: '9000', GATEWAY_URL: 'http://127.0.0.1:9005' });
    expect(envOf('gateway', 'dev').PORT).toBe('9005');
    expect(portsOf(readLocalConfig({}), 'dev')).toContain('gatewayBehindVite');
  });

  it('lets mails end in an inbox on this machine', () => {
    expect(envOf('mail')).toMatchObject({
      PORT: '9006',
      SMTP_PORT: '9007',
      MAIL_FOLDER: expect.stringMatching(/mails$/),
    });
    expect(envOf('worker')).toMatchObject({
      SMTP_URL: 'smtp://127.0.0.1:9007',
      MAIL_FROM: expect.stringContaining('@'),
    });
    expect(urlsOf(readLocalConfig({ PORT: '9000' })).mail).toBe('http://localhost:9006');
    expect(portsOf(readLocalConfig({}), 'start')).toEqual(expect.arrayContaining(['mail', 'mailSmtp']));
  });

  it('opens no inbox beside a mail server of one’s own, whose password the worker alone gets', () => {
    const own = { SMTP_URL: 'smtps://me:secret@mail.test', MAIL_FROM: 'Us <us@inlet.test>' };
    expect(names(own)).toEqual(['stripe', 'account', 'worker', 'ingest', 'gateway']);
    expect(holdersOf('secret@mail', own)).toEqual(['worker']);
    expect(envOf('worker', 'start', own)).toMatchObject(own);
    expect(urlsOf(readLocalConfig(own)).mail).toBeNull();
    expect(portsOf(readLocalConfig(own), 'start')).not.toContain('mail');
  });

  it('gives the key that signs mails to the worker alone, and the secret of reports to account alone', () => {
    const given = { DKIM_PRIVATE_KEY: 'the key', MAIL_EVENTS_SECRET: 'the secret', DKIM_DOMAIN: 'example.com' };
    expect(holdersOf('the key', given)).toEqual(['worker']);
    expect(holdersOf('the secret', given)).toEqual(['account']);
    expect(envOf('worker', 'start', given)).toMatchObject({ DKIM_DOMAIN: 'example.com' });
  });

  it('keeps files in a folder, or in the bucket that is given, whose key the services with files alone get', () => {
    expect(envOf('ingest').FILES_FOLDER).toMatch(/\/\.data\/files$/);
    expect(envOf('gateway')).not.toHaveProperty('FILES_FOLDER');
    const bucket = { FILES_BUCKET: 'files', FILES_ENDPOINT: 'http://127.0.0.1:3900', FILES_KEY_SECRET: 'the key' };
    expect(holdersOf('the key', bucket)).toEqual(['account', 'worker', 'ingest']);
    expect(envOf('account', 'start', bucket)).toMatchObject(bucket);
  });

  it('takes play money at a Stripe of this machine, which tells account of it under a secret of their own', () => {
    expect(envOf('stripe')).toMatchObject({
      PORT: '9008',
      STRIPE_WEBHOOK_URL: 'http://127.0.0.1:9002/api/payment/webhook',
      STRIPE_WEBHOOK_SECRET: 'whsec_webhook-secret',
      STATE_FILE: expect.stringMatching(/stripe\.json$/),
    });
    expect(envOf('account')).toMatchObject({
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_/),
      STRIPE_WEBHOOK_SECRETS: 'whsec_webhook-secret',
      STRIPE_API_URL: 'http://127.0.0.1:9008',
    });
    expect(urlsOf(readLocalConfig({ PORT: '9000' })).stripe).toBe('http://localhost:9008');
    expect(portsOf(readLocalConfig({}), 'start')).toContain('stripe');
  });

  it('goes to Stripe itself with a key of one’s own, which account alone gets', () => {
    const own = { STRIPE_SECRET_KEY: 'sk_test_mine', STRIPE_WEBHOOK_SECRETS: 'whsec_mine' };
    expect(names(own)).not.toContain('stripe');
    expect(holdersOf('_mine', own)).toEqual(['account']);
    expect(envOf('account', 'start', own)).toMatchObject(own);
    expect(envOf('account', 'start', own)).not.toHaveProperty('STRIPE_API_URL');
    expect(urlsOf(readLocalConfig(own)).stripe).toBeNull();
    expect(portsOf(readLocalConfig(own), 'start')).not.toContain('stripe');
  });

  it('tells account who may sign up', () => {
    expect(envOf('account').SIGN_UP).toBe('open');
    expect(envOf('account', 'start', { SIGN_UP: 'invite' }).SIGN_UP).toBe('invite');
  });

  it('watches the sources while developing, and only then', () => {
    const watching = (mode: Mode) => specs(mode).filter(({ args }) => args.includes('--watch')).length;
    expect([watching('start'), watching('dev')]).toEqual([0, 6]);
  });

  it.each(['account', 'worker', 'ingest', 'gateway'])('gives Node the same options as the manifests: %s', (name) => {
    const read = (file: string) => readFileSync(`${projectRoot}/${file}`, 'utf8');
    const optionsOf = (words: readonly string[] = []) => words.filter((word) => word.startsWith('--'));
    const inCompose = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: 1_000 }).services[name].command;
    const [container] = parseAllDocuments(read(`k8s/base/${name}.yaml`))
      .map((document) => document.toJS())
      .find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    const wanted = optionsOf(specs('start').find((spec) => spec.name === name)?.args);
    expect([optionsOf(inCompose), optionsOf(container.args)]).toEqual([wanted, wanted]);
  });
});

describe('a start without payments', () => {
  it('runs no Stripe, and tells every service so', () => {
    const off = { BILLING: 'off', STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_WEBHOOK_SECRETS: 'whsec_own' };
    const named = specs('start', off);
    expect(named.map(({ name }) => name)).toEqual(['account', 'mail', 'worker', 'ingest', 'gateway']);
    for (const { env } of named) {
      expect(env.BILLING).toBe('off');
      expect(Object.keys(env).filter((name) => name.startsWith('STRIPE_'))).toEqual([]);
    }
    expect(urlsOf(readLocalConfig(off)).stripe).toBeNull();
    expect(portsOf(readLocalConfig(off), 'start')).not.toContain('stripe');
  });
});
