import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { describeDiagnosis } from '#doctor/diagnose.ts';
import { lookAtSender } from '#doctor/look-at-sender.ts';
import { loadSettings } from '#doctor/settings.ts';

/** A mail server that greets. */
async function startGreeter(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined).end('220 here\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A DNS in memory with two records. */
const resolver = {
  resolve: async (name: string, type: string) => {
    if (type === 'TXT' && name === 'example.org') return [['v=spf1 a:mail.example.org -all']];
    throw Object.assign(new Error(`query${type} ENODATA`), { code: 'ENODATA' });
  },
  reverse: async () => [],
  cancel: () => undefined,
};
const look = async () => ({ isOffered: false, problem: null, endsAt: null });

it('says what receivers of mails look at, with the record to add', async () => {
  const MAIL_FROM = 'Inlet <no-reply@example.org>';
  const settings = loadSettings({ SMTP_URL: await startGreeter(), MAIL_FROM, BILLING: 'off' });
  const findings = await lookAtSender({ ...settings, SMTP_URL: settings.SMTP_URL ?? '' }, { resolver, look });
  expect(describeDiagnosis({ findings, notLookedAt: [] })).toEqual([
    expect.stringMatching(/^WARNING Inlet does not sign mails, because DKIM_DOMAIN/),
    '        -> docs/self-hosting.md#mail',
    expect.stringMatching(/^WARNING example\.org has no DMARC policy/),
    '        -> Add: _dmarc.example.org TXT v=DMARC1; p=none',
    'ok      The mail server greets',
    expect.stringMatching(/^ok {6}example\.org has a valid SPF record\. .* look whether the record names it\.$/),
    expect.stringMatching(/^ok {6}The mail server 127\.0\.0\.1 is in your own network, .* cannot be known here/),
    'ok      Mails reach 127.0.0.1 in your own network, without TLS.',
  ]);
});

it('warns where nobody sees the records in the dashboard', async () => {
  const SMTP_URL = await startGreeter();
  const warnings = async (given: Record<string, string>) => {
    const settings = loadSettings({ SMTP_URL, MAIL_FROM: 'a@example.org', ...given });
    const findings = await lookAtSender({ ...settings, SMTP_URL }, { resolver, look });
    return findings.filter(({ says }) => says.startsWith('Nobody sees'));
  };
  const next = 'Set OPERATOR_EMAIL to the confirmed address of your own account.';
  const says = (setting: string) =>
    `Nobody sees the records of mails in the dashboard: with ${setting} accounts belong to customers`;
  expect(await warnings({})).toEqual([{ level: 'warning', says: says('BILLING=on'), next }]);
  expect(await warnings({ SIGN_UP: 'open', BILLING: 'off' })).toMatchObject([{ says: says('SIGN_UP=open') }]);
  expect(await warnings({ BILLING: 'off' })).toEqual([]);
  expect(await warnings({ SIGN_UP: 'open', OPERATOR_EMAIL: 'ada@example.org' })).toEqual([]);
  expect(await warnings({ SIGN_UP: 'open', MAIL_FROM: 'Inlet <no-reply@localhost>' })).toEqual([]);
});

it('says whom to ask for the name of an address', async () => {
  const resolve = async (name: string, type: string) => {
    if (type === 'A' && name === 'mail.example.org') return ['5.6.7.8'];
    return resolver.resolve(name, type);
  };
  const settings = { SMTP_URL: 'smtp://mail.example.org:9', MAIL_FROM: 'a@example.org' };
  const findings = await lookAtSender(settings, { resolver: { ...resolver, resolve }, look });
  expect(describeDiagnosis({ findings, notLookedAt: [] })).toContain(
    '        -> Add, or ask the owner of the address for it: 8.7.6.5.in-addr.arpa PTR mail.example.org',
  );
});

it('says once that the mail server is away, and asks no DNS about mails that stay on this machine', async () => {
  const away = await lookAtSender({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' }, { resolver });
  expect(away.filter(({ says }) => says.includes('does not answer'))).toHaveLength(1);
  const questions: string[] = [];
  const counting = { ...resolver, resolve: async (name: string) => questions.push(name) };
  const local = { SMTP_URL: await startGreeter(), MAIL_FROM: 'Inlet <no-reply@localhost>' };
  expect(await lookAtSender(local, { resolver: counting })).toEqual([
    { level: 'fine', says: 'The mail server greets' },
  ]);
  expect(questions).toEqual([]);
});
