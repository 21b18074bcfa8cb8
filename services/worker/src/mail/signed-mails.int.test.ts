import { generateKeyPairSync } from 'node:crypto';
import type { Mail } from '@inlet/contracts/mail';
import { sampleMails } from '@inlet/mail/samples';
import { authenticate } from 'mailauth';
import { expect, it, onTestFinished } from 'vitest';
import { createMailer } from '#mail/mailer.ts';
import { startSmtpServer } from '#mail/smtp-server.test-setup.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const dkim = {
  domain: 'inlet.test',
  selector: 'mails',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
/** The DNS of the sender's domain. */
const records: Readonly<Record<string, string>> = {
  'mails._domainkey.inlet.test': `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  '_dmarc.inlet.test': 'v=DMARC1; p=reject; adkim=s',
};
const resolver = async (name: string, type: string): Promise<string[][]> => {
  const record = records[name];
  if (type === 'TXT' && record !== undefined) return [[record]];
  throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' });
};

/** The checks of a mailbox provider on one of our mails. */
async function receive(mail: Mail) {
  const server = await startSmtpServer();
  const mailer = createMailer({ url: server.url, from: 'Inlet <no-reply@inlet.test>', dkim });
  onTestFinished(mailer.close);
  await mailer.send(mail, 'the-id');
  const source = `${server.mails[0]?.source.replaceAll('\n', '\r\n')}\r\n`;
  const { dkim: found, dmarc } = await authenticate(source, { ip: '192.0.2.1', helo: 'inlet.test', resolver });
  const [signature] = found.results;
  return {
    source,
    dkim: signature?.status.result,
    signed: signature?.signingHeaders?.keys.toLowerCase().split(/:\s*/) ?? [],
    dmarc: dmarc ? dmarc.status.result : null,
  };
}

it.each(Object.entries(sampleMails('https://forms.example.com')))('the mail "%s" is signed', async (_name, mail) => {
  const { source, dkim: result, dmarc, signed } = await receive(mail);
  expect({ result, dmarc }).toEqual({ result: 'pass', dmarc: 'pass' });
  expect(signed).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'auto-submitted']));
  const header = /^List-Unsubscribe: (.*)$/m.exec(source)?.[1]?.trim();
  expect(header).toBe(mail.unsubscribeUrl && `<${mail.unsubscribeUrl}>`);
  if (mail.unsubscribeUrl === undefined) expect(source).not.toContain('List-Unsubscribe');
  else {
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  }
});

it('a mail with the words of visitors in its headers is signed', async () => {
  const mail: Mail = {
    to: 'ada@example.com',
    subject: `Zoë asks\r\nBcc: eve@example.com ${'very '.repeat(40)}🙂`,
    text: '.\n..\nFrom here\n',
    html: '<p>.</p>\n.\n',
    kind: 'notification',
    replyTo: 'zoë@exämple.com',
    references: '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e',
    unsubscribeUrl: `https://forms.example.com/api/mail/unsubscribe?token=${'x'.repeat(500)}`,
  };
  const { source, dkim: result, signed } = await receive(mail);
  expect(result).toBe('pass');
  expect(signed).toEqual(expect.arrayContaining(['reply-to', 'references', 'list-unsubscribe-post']));
  expect(source).not.toMatch(/^Bcc:/m);
});

it('a changed mail fails', async () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const { source } = await receive(mail);
  const { dkim: found } = await authenticate(source.replace('<p>Hello', '<p>Hallo'), {
    ip: '192.0.2.1',
    helo: 'inlet.test',
    resolver,
  });
  expect(found.results[0]?.status.result).not.toBe('pass');
});

it.each([
  ['auto-reply', undefined, '<>'],
  ['auto-reply', 'bounces@inlet.test', '<bounces@inlet.test>'],
  ['account', undefined, '<no-reply@inlet.test>'],
  ['account', 'bounces@inlet.test', '<bounces@inlet.test>'],
] as const)(
  'the envelope of a mail of the kind %s with MAIL_BOUNCE_ADDRESS=%s is from %s',
  async (kind, address, sender) => {
    const lines: string[] = [];
    const server = await startSmtpServer({ answer: (line) => void lines.push(line) });
    const mailer = createMailer({ url: server.url, from: 'Inlet <no-reply@inlet.test>', bounceAddress: address });
    onTestFinished(mailer.close);
    await mailer.send(
      { to: 'ada, eve@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', kind },
      'id',
    );
    expect(lines.filter((line) => line.startsWith('MAIL'))).toEqual([expect.stringMatching(`^MAIL FROM:${sender}`)]);
    expect(lines.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
  },
);
