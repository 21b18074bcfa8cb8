import { generateKeyPairSync } from 'node:crypto';
import type { DnsResolver } from '#bounded-resolver.ts';
import { checkSender } from '#check-sender.ts';
import type { SeenTls } from '#look-at-tls.ts';
import type { SenderSettings } from '#sender.ts';

/** Answers by `TYPE name`; an error is thrown. */
export type Zone = Readonly<Record<string, readonly string[] | Error>>;

export const withCode = (code: string) => Object.assign(new Error(`queryTxt ${code}`), { code });
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
export const dkim = { domain: 'example.org', selector: 'inlet', privateKey };

/** A DNS in memory, and the questions that it was asked. */
function dnsOf(zone: Zone) {
  const questions: string[] = [];
  const answer = async (question: string) => {
    questions.push(question);
    const found = zone[question] ?? withCode('ENOTFOUND');
    if (found instanceof Error) throw found;
    return [...found];
  };
  const resolver: DnsResolver = {
    resolve: async (name, type) => {
      const found = await answer(`${type} ${name}`);
      // The DNS splits a long text.
      return type === 'TXT' ? found.map((text) => text.match(/.{1,255}/g) ?? []) : found;
    },
    reverse: (address) => answer(`reverse ${address}`),
    cancel: () => undefined,
  };
  return { resolver, questions };
}

export const day = 86_400_000;
const seen: SeenTls = { isOffered: true, problem: null, endsAt: new Date(Date.now() + 90.5 * day) };
const settings: SenderSettings = {
  smtpUrl: 'smtps://me:secret@mail.example.org',
  from: 'Inlet <no-reply@example.org>',
  dkim,
};
/** Everything is in order. */
const zone: Zone = {
  'A mail.example.org': ['5.6.7.8'],
  'reverse 5.6.7.8': ['mail.example.org'],
  'TXT example.org': ['other=1', 'v=spf1 a:mail.example.org -all'],
  'TXT inlet._domainkey.example.org': [key],
  'TXT _dmarc.example.org': ['v=DMARC1; p=reject'],
};

/** What is found with changes of a DNS, of settings and of TLS that are in order. */
export async function check(
  changes: Zone = {},
  others: Partial<SenderSettings> = {},
  tls: Partial<SeenTls> | Error = {},
) {
  const { resolver, questions } = dnsOf({ ...zone, ...changes });
  const look = async () => {
    if (tls instanceof Error) throw tls;
    return { ...seen, ...tls };
  };
  const { checks, sender } = await checkSender({ ...settings, ...others }, { resolver, look });
  const found = (id: string) => checks?.find((each) => each.id === id);
  return { checks, sender, found, questions, levels: checks?.map(({ id, level }) => `${id} ${level}`) };
}
