import type { CaptchaProvider } from '@inlet/contracts/spam';
import type { Outbound } from '@inlet/outbound/exchange';
import * as z from 'zod';
import { postForm } from '#spam/checks/post-form.ts';
import type { RemoteAnswer, RemoteServices } from '#spam/checks/remote-services.ts';
import { failedCaptcha } from '#spam/judge/judgements.ts';

interface Question {
  readonly provider: CaptchaProvider;
  readonly secret: string;
  readonly token: string;
  /** True if another worker may have asked before it crashed; a token can only be verified once. */
  readonly isRepeated: boolean;
}

const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Errors that are not the visitor's fault: the owner's key or the service is wrong. */
const ours = /secret|sitekey|bad-request|internal-error|not-using-dummy/;
const used = /duplicate|already-seen/;
/** reCAPTCHA v3 accepts every visitor and returns a score; below this one it advises against them. */
const humanFrom = 0.5;

/** Asks a captcha's service whether its token is valid. */
export async function askCaptcha(
  outbound: Outbound,
  services: RemoteServices,
  { provider, secret, token, isRepeated }: Question,
): Promise<RemoteAnswer> {
  const text = await postForm(outbound, services[provider], { secret, response: token });
  const answer = answerSchema.safeParse(parse(text)).data;
  if (!answer) return 'unchecked';
  const codes = answer['error-codes'].join(' ');
  if (answer.success) {
    const { score = 1 } = provider === 'recaptcha' ? answer : {};
    return { points: score < humanFrom ? 1 - score : 0 };
  }
  return ours.test(codes) || (isRepeated && used.test(codes)) ? 'unchecked' : { points: failedCaptcha.points };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
