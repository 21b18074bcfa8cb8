import { describe, expect, it } from 'vitest';
import { check, dkim, withCode, type Zone } from '#check-sender.test-setup.ts';

const eleven = Array.from({ length: 11 }, (_, n) => `include:n${n}.example.org`);
const others: Zone = {
  ...Object.fromEntries(eleven.map((_, n) => [`TXT n${n}.example.org`, ['v=spf1 ip4:5.5.5.5 -all']])),
  'TXT open.example.org': ['v=spf1 +all'],
};
const spf = async (records: readonly string[], settings: Parameters<typeof check>[1] = {}) =>
  (await check({ ...others, 'TXT example.org': records }, settings)).found('spf');

describe('the SPF record to add', () => {
  it.each([
    ['v=spf1 a:mail.example.org +all', 'v=spf1 a:mail.example.org ~all'],
    ['v=spf1 -ip4:5.6.7.8 all', 'v=spf1 -ip4:5.6.7.8 ~all'],
    ['v=spf1 +all', 'v=spf1 a:mail.example.org ~all'],
    ['v=spf1 ip4:5.6.7.8 include:open.example.org -all', 'v=spf1 ip4:5.6.7.8 ~all'],
    ['v=spf1 ip:5.6.7.8 include=n1.example.org -all', 'v=spf1 ip4:5.6.7.8 include:n1.example.org -all'],
    ['v=spf1 ipv6:2a00::/32 ip6:5.6.7.0/24 -all', 'v=spf1 ip6:2a00::/32 ip4:5.6.7.0/24 -all'],
    ['v=spf1 ip4:5.6.7 include:n1.example.org -all', 'v=spf1 include:n1.example.org a:mail.example.org ~all'],
    ['v=spf1 ip4:5.6.7.8 include:gone.example.org -all', 'v=spf1 ip4:5.6.7.8 ~all'],
    ['v=spf1 nonsense', 'v=spf1 a:mail.example.org ~all'],
    [`v=spf1 ${eleven.join(' ')} -all`, 'v=spf1 a:mail.example.org ~all'],
  ])('in the place of %s is %s', async (record, value) => {
    expect(await spf([record])).toMatchObject({
      level: 'fault',
      record: { name: 'example.org', type: 'TXT', value, replaces: record },
    });
  });

  it('says what is left out of an invalid one', async () => {
    expect((await spf(['v=spf1 ip4:5.6.7 mx:mail.example.org -all']))?.message).toContain('It leaves out ip4:5.6.7:');
    expect((await spf(['v=spf1 +all']))?.message).not.toContain('leaves out');
  });

  it.each([
    [['v=spf1 -all', 'v=spf1 a:mail.example.org ~all'], 'v=spf1 a:mail.example.org -all'],
    [['v=spf1 ip4:5.6.7.8 ?all', 'v=spf1 mx IP4:5.6.7.8 +mx +all'], 'v=spf1 ip4:5.6.7.8 mx ?all'],
    [['v=spf1 ip4:5.6.7.8 +all', 'v=spf1 +all'], 'v=spf1 ip4:5.6.7.8 ~all'],
    [
      ['v=spf1 redirect=n1.example.org', 'v=spf1 ip4:5.6.7.8 ~all mx'],
      'v=spf1 include:n1.example.org ip4:5.6.7.8 ~all',
    ],
    [
      ['v=spf1 ip4:5.6.7.8 exp=a.example.org -all', 'v=spf1 exp=b.example.org'],
      'v=spf1 ip4:5.6.7.8 exp=a.example.org -all',
    ],
    [['v=spf1 include:n1.example.org -all', 'v=spf1 -all'], 'v=spf1 include:n1.example.org a:mail.example.org -all'],
  ])('joins %j into %s', async (records, value) => {
    expect(await spf(records)).toMatchObject({
      level: 'fault',
      message: expect.stringContaining('2 SPF records'),
      record: { value, replaces: records.join(' ') },
    });
  });

  it('names the relay, and is not guessed where only its provider knows it', async () => {
    const ses = { smtpUrl: 'smtp://email-smtp.eu-central-1.amazonaws.com' };
    expect(await spf(['v=spf1 -all', 'v=spf1 mx -all'], ses)).toMatchObject({
      record: { value: 'v=spf1 mx include:amazonses.com -all' },
    });
    const unknown = { smtpUrl: 'smtp://smtp.relay.net' };
    expect(await spf(['v=spf1 mx +all'], unknown)).toMatchObject({ record: { value: 'v=spf1 mx ~all' } });
    expect(await spf(['v=spf1 nonsense'], unknown)).toMatchObject({
      record: null,
      message: expect.stringContaining('The provider of smtp.relay.net says which include'),
    });
  });

  it.each([
    ['one of two records', ['v=spf1 include:slow.example.org -all', 'v=spf1 mx -all']],
    ['a record that is invalid', ['v=spf1 include:slow.example.org ip4:5.6.7 -all']],
    ['a record for everybody', ['v=spf1 +all include:slow.example.org', 'v=spf1 include:slow.example.org -all']],
  ])('is missing where the DNS does not answer now for %s', async (_, records) => {
    for (const code of ['ETIMEOUT', 'ESERVFAIL', 'EREFUSED']) {
      const slow = { 'TXT slow.example.org': withCode(code), 'TXT example.org': records };
      const { found } = await check({ ...others, ...slow });
      expect(found('spf')).toMatchObject({ record: null, message: expect.not.stringContaining('leaves out') });
      expect(['fault', 'unknown']).toContain(found('spf')?.level);
    }
  });

  it('is missing where it takes more lookups than we make', async () => {
    const exchanges = Array.from({ length: 10 }, (_, n) => ({ exchange: `m${n}.example.net`, priority: 1 }));
    const many = Object.fromEntries(
      Array.from({ length: 4 }, (_, n) => [
        `MX x${n}.example.org`,
        exchanges.map((each) => ({ ...each, exchange: `x${n}${each.exchange}` })),
      ]),
    ) as never as Zone;
    const addresses = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`A x${Math.floor(n / 10)}m${n % 10}.example.net`, ['5.5.5.5']]),
    );
    const records = ['v=spf1 mx:x0.example.org mx:x1.example.org mx:x2.example.org mx:x3.example.org -all', 'v=spf1'];
    const { found } = await check({ ...many, ...addresses, 'TXT example.org': records });
    expect(found('spf')).toMatchObject({
      level: 'fault',
      record: null,
      message: expect.stringMatching(/2 SPF records.*more than 30 lookups/),
    });
  });

  it('is missing where adding the server does not help', async () => {
    for (const record of ['v=spf1 -ip4:5.6.7.8 -all', `v=spf1 ${eleven.slice(1).join(' ')} -all`]) {
      expect(await spf([record])).toMatchObject({
        level: 'fault',
        record: null,
        message: expect.stringContaining('first remove the terms that deny it'),
      });
    }
  });

  it('is in order once it is published', async () => {
    for (const records of [['v=spf1 +all'], ['v=spf1 ip4:5.6.7 -all'], ['v=spf1 mx -all', 'v=spf1 -all']]) {
      const value = (await spf(records))?.record?.value ?? '';
      expect(await spf([value])).toMatchObject({ level: 'ok' });
    }
  });
});

describe('the PTR record to ask for', () => {
  it('has the reversed address as its name, and the mail server as its value', async () => {
    const reverse = (await check({ 'reverse 5.6.7.8': ['host8.provider.net'] })).found('reverse-dns');
    expect(reverse).toMatchObject({
      level: 'fault',
      message: expect.stringContaining('Only the owner of the address, such as your hosting provider, can set'),
      record: {
        name: '8.7.6.5.in-addr.arpa',
        type: 'PTR',
        value: 'mail.example.org',
        replaces: 'host8.provider.net',
      },
    });
  });

  it('has a label for each digit of an IPv6 address', async () => {
    const { found } = await check({ 'AAAA mail.example.org': ['2a00:1450::8:a'] });
    expect(found('reverse-dns')).toMatchObject({
      level: 'fault',
      record: {
        name: 'a.0.0.0.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.5.4.1.0.0.a.2.ip6.arpa',
        type: 'PTR',
        value: 'mail.example.org',
        replaces: null,
      },
    });
  });

  it('is missing where the server has no name, and the message says what to do first', async () => {
    const { found } = await check({ 'reverse 5.6.7.8': [] }, { smtpUrl: 'smtp://5.6.7.8' });
    expect(found('reverse-dns')).toMatchObject({
      level: 'fault',
      record: null,
      message: expect.stringContaining('choose a name, add a record that leads from it to 5.6.7.8'),
    });
  });
});

describe('the record for a policy that mails do not pass', () => {
  const dmarc = async (...given: Parameters<typeof check>) => (await check(...given)).found('dmarc');

  it('is that of the domain which is not in order', async () => {
    const broken = { 'TXT inlet._domainkey.example.org': ['v=DKIM1; p='], 'TXT example.org': ['v=spf1 -all'] };
    const { found } = await check(broken);
    expect(found('dmarc')?.record).toEqual(found('spf')?.record);
    expect(found('dmarc')?.record?.value).toBe('v=spf1 a:mail.example.org -all');
  });

  it('is missing where that of SPF does not let our mails pass', async () => {
    const broken = { 'TXT inlet._domainkey.example.org': ['v=DKIM1; p='], 'TXT example.org': ['v=spf1 mx +all'] };
    const unknown = { smtpUrl: 'smtp://smtp.relay.net' };
    const denying = { ...broken, 'TXT example.org': ['v=spf1 -ip4:5.6.7.8 all'] };
    for (const { found } of [
      await check(broken, { ...unknown, dkim: undefined }),
      await check(denying, { dkim: undefined }),
    ]) {
      expect(found('spf')?.record).not.toBeNull();
      expect(found('dmarc')?.record).toBeNull();
    }
    expect((await check(denying, { dkim: undefined })).found('dmarc')?.message).toContain('Follow the advice for SPF.');
  });

  it('is the policy without what makes it too strict', async () => {
    const below = { bounceAddress: 'bounces@mail.example.org', dkim: undefined };
    const strict = 'v=DMARC1; p=reject; aspf=s; adkim=s; rua=mailto:a@example.org';
    const zone = { 'TXT mail.example.org': ['v=spf1 a -all'], 'TXT _dmarc.example.org': [strict] };
    const found = await dmarc(zone, below);
    expect(found).toMatchObject({
      level: 'fault',
      record: {
        name: '_dmarc.example.org',
        type: 'TXT',
        value: 'v=DMARC1; p=reject; adkim=s; rua=mailto:a@example.org',
        replaces: strict,
      },
    });
    const mended = { ...zone, 'TXT _dmarc.example.org': [found?.record?.value ?? ''] };
    expect(await dmarc(mended, below)).toMatchObject({ level: 'ok' });
  });

  it('is missing where settings alone help, and the message names them', async () => {
    const foreign = { dkim: { ...dkim, domain: 'other.net' }, bounceAddress: 'bounces@other.net' };
    expect(await dmarc({}, foreign)).toMatchObject({
      level: 'fault',
      record: null,
      message: expect.stringContaining(
        'set DKIM_DOMAIN to example.org, or MAIL_BOUNCE_ADDRESS to an address of example.org',
      ),
    });
  });
});
