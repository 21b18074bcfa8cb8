import { presets } from '@inlet/contracts/presets/all-presets';
import { describe, expect, it } from 'vitest';
import { createAllowList, isPublicAddress } from '#allow-list.ts';
import { checkAddress, checkTargetUrl } from '#check-address.ts';

const nothing = createAllowList([]);
const loopback = createAllowList(['127.0.0.0/8', '::1']);
/** Tests contain no public address: this one is in a range for documentation. */
const isPublic = (address: string) => address === '192.0.2.1';

describe('checkAddress', () => {
  it.each([
    'https://receiver.test/hook',
    'https://receiver.test:443/',
    'https://receiver.test:8443/',
    'https://192.0.2.1/',
    'https://0xc0.0.2.1/',
  ])('accepts %s', (url) => {
    expect(checkAddress(url, nothing, isPublic)).toBeUndefined();
  });

  it.each([
    ['', 'The address is not a URL that starts with https://'],
    ['receiver.test', 'The address is not a URL that starts with https://'],
    ['ftp://receiver.test/', 'The address is not a URL that starts with https://'],
    ['file:///etc/passwd', 'The address is not a URL that starts with https://'],
    ['https://name@receiver.test/', 'The address has a user name or a password; send them in a header'],
    ['https://:word@receiver.test/', 'The address has a user name or a password; send them in a header'],
    ['http://receiver.test/', 'Only https on the ports 443 and 8443 is allowed'],
    ['https://receiver.test:5432/', 'Only https on the ports 443 and 8443 is allowed'],
    ['http://192.0.2.1/', 'Only https on the ports 443 and 8443 is allowed'],
    ['https://192.0.2.2/', 'The address is not public'],
    ['https://127.0.0.1/', 'The address is not public'],
    ['https://2130706433/', 'The address is not public'],
    ['https://[::1]/', 'The address is not public'],
    ['https://[::ffff:c000:201]/', 'The address is not public'],
    ['https://redis/', 'The address is not public'],
    ['https://localhost/', 'The address is not public'],
    ['https://LOCALHOST./', 'The address is not public'],
    ['https://a.localhost/', 'The address is not public'],
    ['https://metadata.google.internal/', 'The address is not public'],
    ['https://printer.local/', 'The address is not public'],
  ])('refuses %s: %s', (url, reason) => {
    expect(checkAddress(url, nothing, isPublic)).toBe(reason);
  });

  it.each(['http://127.0.0.1:5678/', 'http://[::1]:5678/', 'http://localhost:5678/', 'http://n8n:5678/'])(
    'accepts %s where loopback is allowed, a name because only the resolver knows its address',
    (url) => {
      expect(checkAddress(url, loopback, isPublic)).toBeUndefined();
    },
  );

  it.each(['https://10.0.0.1/', 'http://169.254.169.254/', 'https://[fd00::1]/'])(
    'still refuses %s where only loopback is allowed',
    (url) => {
      expect(checkAddress(url, loopback, isPublic)).toBe('The address is not public');
    },
  );
});

describe('checkTargetUrl', () => {
  it.each([
    ['https://hooks.slack.com/services/T/B/x', undefined],
    ['https://hooks.slack-gov.com/services/T/B/x', undefined],
    ['https://hooks.slack.com.evil.test/services/T/B/x', 'The host must be hooks.slack.com'],
    ['https://10.0.0.1/', 'The address is not public'],
  ])('judges %s for Slack: %s', (url, reason) => {
    expect(checkTargetUrl(presets.slack, url, nothing)).toBe(reason);
  });

  it('takes any host for a webhook, and where an operator allows private addresses', () => {
    expect(checkTargetUrl(presets.webhook, 'https://receiver.test/', nothing)).toBeUndefined();
    expect(checkTargetUrl(presets.slack, 'http://127.0.0.1:1/', loopback)).toBeUndefined();
  });
});

describe('createAllowList', () => {
  it('knows an IPv4 address inside an IPv6 one', () => {
    expect(loopback.includes('::ffff:127.0.0.1')).toBe(true);
    expect(loopback.includes('::ffff:10.0.0.1')).toBe(false);
  });

  it('includes nothing that is no address', () => {
    expect(createAllowList(['0.0.0.0/0', '::/0']).includes('localhost')).toBe(false);
  });

  it.each(['localhost', '10.0.0.0/33', ''])('refuses %j', (entry) => {
    expect(() => createAllowList([entry])).toThrow();
  });
});

describe('isPublicAddress', () => {
  it.each([
    ['assigned to nobody', '4000::1'],
    ['of IPv4, written as IPv6', '::ffff:192.0.2.1'],
    ['of IPv4, in the old form', '::7f00:1'],
    ['for documentation', '2001:db8::1'],
    ['for 6to4', '2002:7f00:1::'],
    ['for NAT64', '64:ff9b::7f00:1'],
    ['with a zone', 'fe80::1%eth0'],
    ['no address', 'receiver.test'],
    ['of the metadata service of AWS, Azure, Google and others', '169.254.169.254'],
    ['of that of AWS, in IPv6', 'fd00:ec2::254'],
    ['of that of Alibaba', '100.100.100.200'],
    ['of that of Oracle', '192.0.0.192'],
    ['of that of Azure which looks public', '168.63.129.16'],
  ])('refuses an address that is %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it.each(['https://168.63.129.16/', 'https://0xa83f8110/', 'https://2822734096/'])(
  'no spelling of a metadata service is a target: %s',
  (url) => {
    expect(checkAddress(url, nothing)).toBe('The address is not public');
    expect(checkAddress(url, createAllowList(['168.63.129.16']))).toBeUndefined();
  },
);
