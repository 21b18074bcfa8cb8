import { describe, expect, it } from 'vitest';
import { testEnv } from '#account.test-setup.ts';
import { loadConfig } from '#config.ts';
import { createProviders } from '#identity/providers/create-providers.ts';

const base = testEnv({ accountUrl: 'postgresql://a:b@localhost/inlet' }, { url: 'redis://localhost', prefix: 'inlet' });
const own = { OIDC_ISSUER: 'https://sso.example.com/realms/a/', OIDC_CLIENT_ID: 'inlet', OIDC_CLIENT_SECRET: 'secret' };

const everybody = 'OIDC_ISSUER: needs OIDC_DOMAINS, because everybody in the world can have an account there';
const oneTenant = 'OIDC_ISSUER: must name one tenant, as in https://login.microsoftonline.com/TENANT_ID/v2.0';

function problemsOf(settings: Readonly<Record<string, string>>): string[] {
  try {
    loadConfig({ ...base, ...settings });
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

describe('the settings of providers', () => {
  it('are all optional, and keep the issuer as it is written', () => {
    expect(problemsOf({})).toEqual([]);
    expect(loadConfig({ ...base, ...own })).toMatchObject({
      ...own,
      OIDC_NAME: 'single sign-on',
      OIDC_DOMAINS: [],
      OIDC_DEFAULT_ROLE: 'viewer',
      OIDC_TRUST_EMAIL: 'off',
      PASSWORDS: 'on',
    });
  });

  it.each<[Readonly<Record<string, string>>, string[]]>([
    [{ OIDC_ISSUER: own.OIDC_ISSUER }, ['OIDC_CLIENT_ID: is missing', 'OIDC_CLIENT_SECRET: is missing']],
    [{ OIDC_CLIENT_SECRET: 'secret' }, ['OIDC_ISSUER: is missing', 'OIDC_CLIENT_ID: is missing']],
    [{ GOOGLE_CLIENT_ID: 'a' }, ['GOOGLE_CLIENT_SECRET: is missing']],
    [{ GITHUB_CLIENT_SECRET: 'a' }, ['GITHUB_CLIENT_ID: is missing']],
    [{ OIDC_TRUST_EMAIL: 'on' }, ['OIDC_TRUST_EMAIL: needs OIDC_ISSUER']],
    [{ OIDC_DEFAULT_WORKSPACE: '019ac0de-0000-7000-8000-000000000000' }, ['OIDC_DEFAULT_WORKSPACE: needs OIDC_ISSUER']],
    [{ PASSWORDS: 'off' }, ['PASSWORDS: can only be off with a provider']],
    [{ PASSWORDS: 'off', ...own }, []],
    [
      { ...own, OIDC_DOMAINS: 'example.com,@example.org' },
      ['OIDC_DOMAINS: must be domains, as in example.com,example.org'],
    ],
    [
      { ...own, OIDC_DEFAULT_ROLE: 'owner' },
      ['OIDC_DEFAULT_ROLE: Invalid option: expected one of "viewer"|"editor"|"admin"'],
    ],
    [
      { ...own, OIDC_ISSUER: 'http://sso.example.com' },
      ['OIDC_ISSUER: must be an https address, unless the issuer is on this machine'],
    ],
    [{ ...own, OIDC_ISSUER: 'http://127.0.0.1.example.com' }, [expect.stringContaining('must be an https address')]],
    [{ ...own, OIDC_ISSUER: 'http://127.0.0.1:4000' }, []],
    [{ ...own, OIDC_ISSUER: 'http://localhost:4000' }, []],
    [{ ...own, OIDC_ISSUER: 'https://accounts.google.com' }, [everybody]],
    [{ ...own, OIDC_ISSUER: 'https://GITLAB.com/' }, [everybody]],
    [{ ...own, OIDC_ISSUER: 'https://accounts.google.com', OIDC_DOMAINS: 'example.com' }, []],
    [
      { ...own, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0', OIDC_DOMAINS: 'example.com' },
      [oneTenant],
    ],
    [
      { ...own, OIDC_ISSUER: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0' },
      [oneTenant],
    ],
    [{ ...own, OIDC_ISSUER: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0' }, []],
    [{ ...own, OIDC_ISSUER: 'sso.example.com' }, [expect.stringContaining('must be an https address')]],
  ])('with %j are refused as %j', (settings, problems) => {
    expect(problemsOf(settings)).toEqual(problems);
  });
});

it('an issuer where everybody can have an account is a public provider, also as your own', () => {
  const providerOf = (OIDC_ISSUER: string) =>
    createProviders(loadConfig({ ...base, ...own, OIDC_ISSUER, OIDC_DOMAINS: 'example.com' })).get('oidc');
  expect(providerOf('https://accounts.google.com')).toMatchObject({ isOperators: true, isPublic: true });
  expect(providerOf(own.OIDC_ISSUER)).toMatchObject({ isOperators: true, isPublic: false });
});
