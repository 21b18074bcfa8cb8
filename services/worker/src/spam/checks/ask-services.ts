import type { SpamReason } from '@inlet/contracts/spam';
import { type SpamSecrets, spamContext, spamSecretsSchema } from '@inlet/contracts/spam-secrets';
import { parseVisitorJson } from '@inlet/contracts/visitor-json';
import type { Sealing } from '@inlet/crypto/sealing';
import type { Outbound } from '@inlet/outbound/exchange';
import type { Logger } from '@inlet/process/logger';
import { textsOf } from '@inlet/spam/texts-of';
import { askAkismet } from '#spam/checks/ask-akismet.ts';
import { askCaptcha } from '#spam/checks/ask-captcha.ts';
import type { TakenCheck } from '#spam/checks/checks.store.ts';
import type { RemoteAnswer, RemoteServices } from '#spam/checks/remote-services.ts';
import { type Clock, openBudget, threadMs } from '#spam/judge/rules-budget.ts';

export interface AskDeps {
  readonly outbound: Outbound;
  readonly services: RemoteServices;
  readonly sealing: Sealing;
  readonly logger: Logger;
  /** Only tests override it. */
  readonly clock?: Clock;
}

/** Asks each service that the form's owner has chosen. A service without a result adds a reason without points. */
export async function askServices(deps: AskDeps, check: TakenCheck): Promise<SpamReason[]> {
  const secrets = openSecrets(deps, check);
  const asked = [
    { name: 'captcha', answer: captchaOf(deps, check, secrets) },
    { name: 'akismet', answer: akismetOf(deps, check, secrets) },
  ] as const;
  const reasons = await Promise.all(asked.map(async ({ name, answer }) => reasonOf(name, await answer)));
  const found = reasons.filter((reason) => reason !== null);
  // Two unavailable services count as one reason.
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

function reasonOf(name: 'captcha' | 'akismet', answer: RemoteAnswer | null): SpamReason | null {
  if (answer === null) return null;
  if (typeof answer === 'string') return { name: answer, points: 0 };
  return answer.points > 0 ? { name, points: answer.points } : null;
}

async function captchaOf({ outbound, services }: AskDeps, check: TakenCheck, secrets: SpamSecrets) {
  const { captcha: provider, token, attempts } = check;
  if (!provider || !token) return null;
  const { captcha: secret } = secrets;
  return secret ? askCaptcha(outbound, services, { provider, secret, token, isRepeated: attempts > 1 }) : 'unchecked';
}

async function akismetOf({ outbound, services, clock = threadMs }: AskDeps, check: TakenCheck, secrets: SpamSecrets) {
  const { address, data, origin, userAgent } = check;
  if (address === null) return null;
  if (!secrets.akismet) return 'unchecked';
  const budget = openBudget(clock);
  const texts = budget.run(() => textsOf(data));
  const name = budget.run(() => nameIn(data));
  if (texts === undefined || name === undefined) return 'unfinished';
  const from = { address, origin: origin ?? '', userAgent: userAgent ?? '' };
  return askAkismet(outbound, services, { ...secrets.akismet, ...from, texts, name });
}

function nameIn(data: string): string {
  const fields = Object.entries(parseVisitorJson(data) as Record<string, unknown>);
  const [, name] = fields.find(([field, value]) => /name/i.test(field) && typeof value === 'string') ?? [];
  return typeof name === 'string' ? name : '';
}

/** A key that cannot be opened is the operator's fault, and must not block submissions. */
function openSecrets({ sealing, logger }: AskDeps, { formId, sealed }: TakenCheck): SpamSecrets {
  if (sealed === null) return {};
  try {
    return spamSecretsSchema.parse(JSON.parse(sealing.open(sealed, spamContext(formId))));
  } catch (err) {
    logger.error({ err, formId }, 'spam checks: keys could not be opened');
    return {};
  }
}
