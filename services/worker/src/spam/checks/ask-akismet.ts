import { isEmailAddress } from '@inlet/contracts/email-address';
import type { Outbound } from '@inlet/outbound/exchange';
import { postForm } from '#spam/checks/post-form.ts';
import type { RemoteAnswer, RemoteServices } from '#spam/checks/remote-services.ts';

interface Question {
  readonly key: string;
  /** The website of the form, as registered with Akismet. */
  readonly site: string;
  readonly address: string;
  readonly userAgent: string;
  readonly origin: string;
  readonly texts: readonly string[];
  /** The sender's name, from the field with that role. */
  readonly name: string;
}

/** The points if Akismet reports spam; it returns no score. */
const akismetPoints = 0.99;

/** Asks Akismet, which judges by texts and by their source. */
export async function askAkismet(
  outbound: Outbound,
  services: RemoteServices,
  { key, site, address, userAgent, origin, texts, name }: Question,
): Promise<RemoteAnswer> {
  const email = texts.find(isEmailAddress) ?? '';
  const answer = await postForm(outbound, services.akismet, {
    api_key: key,
    blog: site,
    user_ip: address,
    user_agent: userAgent,
    referrer: origin,
    comment_type: 'contact-form',
    comment_author: name,
    comment_author_email: email,
    comment_content: texts.join('\n'),
    blog_charset: 'UTF-8',
  });
  if (answer === 'true') return { points: akismetPoints };
  return answer === 'false' ? { points: 0 } : 'unchecked';
}
