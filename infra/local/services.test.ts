import { describe, expect, it } from 'vitest';
import { readLocalConfig } from '#local/config.ts';
import { type Mode, portsOf, serviceSpecs, urlsOf } from '#local/services.ts';

const specs = (mode: Mode, env: Record<string, string> = {}) =>
  serviceSpecs({
    config: readLocalConfig({ PORT: '9000', ...env }),
    mode,
    databaseUrl: 'postgresql://database',
    redisUrl: 'redis://queue',
    secrets: { tokenSecret: 'token-secret', internalToken: 'internal-token' },
  });
const envOf = (name: string, mode: Mode = 'start') => specs(mode).find((spec) => spec.name === name)?.env ?? {};

describe('serviceSpecs', () => {
  it('stops them, from the last to the first, as they hand work on', () => {
    expect(specs('start').map(({ name }) => name)).toEqual(['account', 'mail', 'worker', 'ingest', 'gateway']);
  });

  it('gives the database to those alone who write to it', () => {
    const holders = specs('start', { DATABASE_URL: 'postgresql://users/own' }).filter(
      ({ env }) => 'DATABASE_URL' in env,
    );
    expect(holders.map(({ name }) => name)).toEqual(['account', 'worker']);
  });

  it('gives the secret that signs sessions to account alone', () => {
    const holders = specs('start').filter(({ env }) => Object.values(env).includes('token-secret'));
    expect(holders.map(({ name }) => name)).toEqual(['account']);
  });

  it('gives Redis to everyone but the gateway', () => {
    const holders = specs('start').filter(({ env }) => env.REDIS_URL === 'redis://queue');
    expect(holders.map(({ name }) => name)).toEqual(['account', 'worker', 'ingest']);
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

  it('lets nobody outside this machine in', () => {
    expect(specs('start').map(({ env }) => env.HOST)).toEqual(Array(5).fill('127.0.0.1'));
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
    const named = specs('start', own);
    expect(named.map(({ name }) => name)).toEqual(['account', 'worker', 'ingest', 'gateway']);
    const holders = named.filter(({ env }) => Object.values(env).some((value) => value.includes('secret@mail')));
    expect(holders.map(({ name }) => name)).toEqual(['worker']);
    expect(holders[0]?.env).toMatchObject(own);
    expect(urlsOf(readLocalConfig(own)).mail).toBeNull();
    expect(portsOf(readLocalConfig(own), 'start')).not.toContain('mail');
  });

  it('tells account who may sign up', () => {
    expect(envOf('account').SIGN_UP).toBe('open');
    expect(specs('start', { SIGN_UP: 'invite' })[0]?.env.SIGN_UP).toBe('invite');
  });

  it('watches the sources while developing, and only then', () => {
    const watching = (mode: Mode) => specs(mode).filter(({ args }) => args.includes('--watch')).length;
    expect([watching('start'), watching('dev')]).toEqual([0, 5]);
  });
});
