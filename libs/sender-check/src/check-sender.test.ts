import { expect, it } from 'vitest';
import { boundResolver, type DnsResolver } from '#bounded-resolver.ts';
import { check, day, dkim, key, withCode, type Zone } from '#check-sender.test-setup.ts';

const without = (name: string): Zone => ({ [name]: withCode('ENODATA') });
const relay = (host: string) => ({ smtpUrl: `smtp://me:secret@${host}` });
const inOrder = ['spf ok', 'dkim ok', 'dmarc ok', 'reverse-dns ok', 'tls ok'];

it('finds a domain in order with few questions, each asked once', async () => {
  const { levels, questions, sender } = await check();
  expect(levels).toEqual(inOrder);
  expect(sender).toBe('no-reply@example.org');
  expect(new Set(questions).size).toBe(questions.length);
  expect(questions.length).toBeLessThan(12);
});

it('gives each missing record as it has to be added', async () => {
  const record = { type: 'TXT', replaces: null };
  const spf = (await check(without('TXT example.org'))).found('spf');
  expect(spf).toMatchObject({
    level: 'fault',
    record: { ...record, name: 'example.org', value: 'v=spf1 a:mail.example.org ~all' },
  });
  const signed = (await check(without('TXT inlet._domainkey.example.org'))).found('dkim');
  expect(signed).toMatchObject({
    level: 'fault',
    record: { ...record, name: 'inlet._domainkey.example.org', value: key },
  });
  const policy = (await check(without('TXT _dmarc.example.org'), { from: 'a@forms.example.org' })).found('dmarc');
  expect(policy).toMatchObject({
    level: 'warning',
    record: { ...record, name: '_dmarc.example.org', value: 'v=DMARC1; p=none' },
  });
});

it.each([
  ['v=spf1 ip4:5.6.7.0/24 -all', 'ok'],
  ['v=spf1 mx -all', 'ok'],
  ['v=spf1 redirect=_spf.example.org', 'ok'],
  ['V=SPF1 include:_spf.example.org ?all', 'ok'],
  ['v=spf1 ip4:5.6.8.0/24 -all', 'fault', 'v=spf1 ip4:5.6.8.0/24 a:mail.example.org -all'],
  ['v=spf1 redirect=other.example.org', 'fault', 'v=spf1 a:mail.example.org redirect=other.example.org'],
])('judges the SPF record %s for a server of our own: %s', async (record, level, value?: string) => {
  const { found } = await check({
    'TXT example.org': [record],
    'MX example.org': [{ exchange: 'mail.example.org', priority: 1 }] as never,
    'TXT _spf.example.org': ['v=spf1 ip4:5.6.7.8 -all'],
    'TXT other.example.org': ['v=spf1 -all'],
  });
  expect(found('spf')).toMatchObject({ level, record: value === undefined ? null : { value, replaces: record } });
});

it('refuses two SPF records, and says when the DNS does not answer', async () => {
  const two = await check({ 'TXT example.org': ['v=spf1 -all', 'v=spf1 a:mail.example.org -all'] });
  expect(two.found('spf')).toMatchObject({ level: 'fault', message: expect.stringContaining('2 SPF records') });
  const silent = withCode('ESERVFAIL');
  const { found } = await check({
    ...{ 'TXT example.org': silent, 'TXT inlet._domainkey.example.org': silent },
    ...{ 'TXT _dmarc.example.org': silent, 'reverse 5.6.7.8': silent },
  });
  for (const id of ['spf', 'dkim', 'dmarc', 'reverse-dns']) {
    expect(found(id)).toMatchObject({ level: 'unknown', record: null, message: expect.stringContaining('ESERVFAIL') });
  }
});

it('looks for the include of a relay, whose addresses nobody knows here', async () => {
  const spf = async (record: string, host: string, more: Zone = {}) =>
    (
      await check(
        { 'TXT example.org': [record], 'TXT amazonses.com': ['v=spf1 ip4:5.5.0.0/16 -all'], ...more },
        relay(host),
      )
    ).found('spf');
  const ses = 'email-smtp.eu-central-1.amazonaws.com';
  expect(await spf('v=spf1 include:amazonses.com -all', ses)).toMatchObject({ level: 'ok' });
  const nested = { 'TXT _spf.example.org': ['v=spf1 include:amazonses.com -all'] };
  expect(await spf('v=spf1 include:_spf.example.org -all', ses, nested)).toMatchObject({ level: 'ok' });
  expect(await spf('v=spf1 -all', ses)).toMatchObject({
    level: 'warning',
    record: { value: 'v=spf1 include:amazonses.com -all', replaces: 'v=spf1 -all' },
  });
  const others = { 'TXT spf.relay.net': ['v=spf1 ip4:5.5.0.0/16 -all'] };
  expect(await spf('v=spf1 include:spf.relay.net -all', 'smtp.relay.net', others)).toMatchObject({ level: 'ok' });
  expect(await spf('v=spf1 -all', 'smtp.relay.net')).toMatchObject({ level: 'warning', record: null });
  const { found } = await check({}, relay(ses));
  expect(found('reverse-dns')).toMatchObject({ level: 'unknown', message: expect.stringContaining(`relay ${ses}`) });
});

it.each([
  ['another key', [key.replace('p=MII', 'p=MIJ')], 'fault', 'not the one'],
  ['a withdrawn key', ['v=DKIM1; p='], 'fault', 'withdrawn'],
  ['two keys', [key, key], 'fault', '2 records'],
  ['a key for tests', [`${key}; t=y:s`], 'warning', 't=y'],
  ['spaces in the key', [key.replace(/(.{100})/g, '$1 ')], 'ok', 'fits'],
])('tells %s from ours', async (_name, records, level, words) => {
  const dkim = (await check({ 'TXT inlet._domainkey.example.org': records })).found('dkim');
  expect(dkim).toMatchObject({ level, message: expect.stringContaining(words) });
  if (level !== 'ok') expect(dkim?.record).toMatchObject({ value: key, replaces: records.join(' ') });
});

it('says what a missing signature means, and whether mails pass DMARC', async () => {
  const dmarc = async (...given: Parameters<typeof check>) => (await check(...given)).found('dmarc');
  const unsigned = await check({}, { dkim: undefined });
  expect(unsigned.found('dkim')).toMatchObject({ level: 'warning', record: null });
  expect(unsigned.found('dmarc')).toMatchObject({ level: 'ok', message: expect.stringContaining('by SPF.') });
  const foreign = { dkim: { ...dkim, domain: 'other.net' }, bounceAddress: 'bounces@other.net' };
  expect(await dmarc({}, foreign)).toMatchObject({ level: 'fault', message: expect.stringContaining('other.net') });
  expect(await dmarc({ 'TXT _dmarc.example.org': ['v=DMARC1; p=none'] }, foreign)).toMatchObject({ level: 'warning' });
  expect(
    await dmarc({ 'TXT inlet._domainkey.example.org': ['v=DKIM1; p='], 'TXT example.org': ['v=spf1 -all'] }),
  ).toMatchObject({ level: 'fault', message: expect.stringContaining('SPF and DKIM must be in order first') });
  // A subdomain of the sender's belongs to it, unless the policy is strict.
  const below = { bounceAddress: 'bounces@mail.example.org', dkim: undefined };
  const spf = { 'TXT mail.example.org': ['v=spf1 a -all'] };
  expect(await dmarc(spf, below)).toMatchObject({ level: 'ok' });
  expect(await dmarc({ ...spf, 'TXT _dmarc.example.org': ['v=DMARC1; p=reject; aspf=s'] }, below)).toMatchObject({
    level: 'fault',
  });
  expect(await dmarc({}, { ...relay('smtp.relay.net'), ...below })).toMatchObject({ level: 'unknown' });
});

it('asks the name of an address, and whether it leads back', async () => {
  const reverse = async (changes: Zone) => (await check(changes)).found('reverse-dns');
  expect(await reverse(without('reverse 5.6.7.8'))).toMatchObject({ level: 'fault' });
  expect(await reverse({ 'reverse 5.6.7.8': ['host8.provider.net'] })).toMatchObject({ level: 'fault' });
  expect(
    await reverse({ 'reverse 5.6.7.8': ['host8.provider.net'], 'A host8.provider.net': ['5.6.7.8'] }),
  ).toMatchObject({ level: 'ok' });
});

it.each([
  ['smtps://mail.example.org', {}, 'ok', 'for 90 more days'],
  ['smtp://mail.example.org', { endsAt: new Date(Date.now() + 3.5 * day) }, 'warning', 'for 3 more days'],
  ['smtp://mail.example.org', { problem: 'certificate has expired' }, 'fault', 'sends no mail'],
  ['smtp://mail.example.org?tls.rejectUnauthorized=false', { problem: 'self-signed' }, 'warning', 'accept it'],
  ['smtp://me:secret@mail.example.org', { isOffered: false }, 'fault', 'the password and all mails'],
  ['smtp://mail.example.org', { isOffered: false }, 'warning', 'so all mails travel openly'],
  ['smtp://mail.example.org?ignoreTLS=true', {}, 'warning', 'ignoreTLS'],
  ['smtp://mail:25', { isOffered: false }, 'ok', 'your own network'],
  ['smtp://mail.example.org', new Error('connect ECONNREFUSED'), 'fault', 'mail.example.org:587 does not answer'],
])('judges the way to %s that offers %j: %s', async (smtpUrl, tls, level, words) => {
  const { found } = await check({}, { smtpUrl }, tls);
  expect(found('tls')).toMatchObject({ level, message: expect.stringContaining(words) });
});

it('does not guess the address behind a mail server in our own network', async () => {
  const { levels, found } = await check({}, { smtpUrl: 'smtp://mail:25' });
  expect(levels?.slice(0, 4)).toEqual(['spf unknown', 'dkim ok', 'dmarc ok', 'reverse-dns unknown']);
  expect(found('spf')?.message).toContain('look whether the record names it');
  const inside = await check({ 'A mail.example.org': ['10.0.0.7'] });
  expect(inside.levels?.slice(0, 4)).toEqual(['spf unknown', 'dkim ok', 'dmarc ok', 'reverse-dns unknown']);
});

it('asks nothing about a sender that exists on this machine alone', async () => {
  const local = { from: 'Inlet <no-reply@localhost>' };
  const { checks, questions } = await check({}, { ...local, smtpUrl: 'smtp://127.0.0.1:1025' });
  expect([checks, questions]).toEqual([null, []]);
  const { levels } = await check({}, local);
  expect(levels).toEqual(['sender fault', 'tls ok']);
});

it('asks a bounded number of questions, and waits for a bounded time and answer', async () => {
  const many = Array.from({ length: 10 }, (_, n) => `include:n${n}.example.org`);
  const mx = Object.fromEntries(
    many.map((_, n) => [
      `MX n${n}.example.org`,
      Array.from({ length: 10 }, (_each, m) => ({ exchange: `m${n}-${m}.example.org`, priority: 1 })),
    ]),
  );
  const record = `v=spf1 ${many.map((each) => each.replace('include', 'mx')).join(' ')} -all`;
  const { found, questions } = await check({ ...(mx as never as Zone), 'TXT example.org': [record] });
  expect(found('spf')).toMatchObject({ level: 'unknown', message: expect.stringContaining('more than 30 lookups') });
  expect(found('dkim')).toMatchObject({ level: 'ok' });
  expect(questions).toHaveLength(30);

  const large = await check({ 'TXT example.org': [`v=spf1 ${'ip4:5.6.7.8 '.repeat(2_000)}-all`] });
  expect(large.found('spf')).toMatchObject({ level: 'unknown', message: expect.stringContaining('16384 bytes') });

  let isCancelled = false;
  const never: DnsResolver = {
    resolve: () => new Promise(() => undefined),
    reverse: () => new Promise(() => undefined),
    cancel: () => {
      isCancelled = true;
    },
  };
  const bounded = boundResolver(never, { lookupsMax: 5, answerMaxBytes: 10, timeoutMs: 5 });
  await expect(bounded.texts('example.org')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect(isCancelled).toBe(true);
});
