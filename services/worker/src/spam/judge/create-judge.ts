import type { SpamReason } from '@inlet/contracts/spam';
import { classify, type Model } from '@inlet/spam/classify';
import { rememberDuplicates } from '@inlet/spam/duplicates';
import { localReasons } from '@inlet/spam/local-checks';
import { textsOf } from '@inlet/spam/texts-of';
import { type Token, tokensOf } from '@inlet/spam/tokens';
import { judge } from '@inlet/spam/verdict';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { Pool } from 'pg';
import { createFormRules, type FormRules, plainRules } from '#spam/judge/form-rules.ts';
import { failedCaptcha, type Judgement, type Judgements } from '#spam/judge/judgements.ts';
import { rememberTokens } from '#spam/judge/known-tokens.ts';
import {
  type Clock,
  openBudget,
  openSlices,
  type RulesBudget,
  threadMs,
  unfinished,
} from '#spam/judge/rules-budget.ts';

export type Judge = (submissions: readonly AcceptedSubmission[]) => Promise<Judgements>;

type Slices = ReturnType<typeof openSlices>;

interface Read {
  readonly submission: AcceptedSubmission;
  readonly texts: readonly string[];
  readonly rules: FormRules;
  readonly isBlocked: boolean;
  readonly budget: RulesBudget;
}

/** Judges submissions without asking any remote service. */
export function createJudge(pool: Pool, clock: Clock = threadMs): Judge {
  const readRules = createFormRules(pool);
  const duplicates = rememberDuplicates();
  const knownTokens = rememberTokens(pool);

  /** The results of the accounts' filters. */
  async function askFilters(read: readonly Read[], slices: Slices): Promise<ReadonlyMap<Read, number>> {
    const accounts = new Map<string, { one: FormRules; tokens: Map<Read, Token[]> }>();
    for (const item of read) {
      const account = accounts.get(item.submission.userId) ?? { one: item.rules, tokens: new Map() };
      accounts.set(item.submission.userId, account);
      account.tokens.set(item, item.budget.run(() => tokensOf(item.texts)) ?? []);
      await slices.rest();
    }
    const answers = new Map<Read, number>();
    for (const [userId, { one, tokens }] of accounts) {
      const wanted = new Set([...tokens.values()].flat());
      const countsOf = await knownTokens.read(userId, one.modelVersion, wanted);
      const model: Model = { learned: one.learned ?? { spam: 0, good: 0 }, countsOf };
      for (const [item, own] of tokens) {
        answers.set(item, item.budget.run(() => classify(own, model)) ?? 0);
        await slices.rest();
      }
    }
    return answers;
  }

  function reasonsOf({ submission, texts, isBlocked, budget }: Read, probability: number): SpamReason[] {
    const count = duplicates.count(submission.userId, submission, submission.receivedAtMs);
    const reasons = localReasons(texts, count);
    if (isBlocked) reasons.unshift({ name: 'blocked', points: 1 });
    // The filter only counts against a submission: below the middle it adds nothing.
    if (probability > 0.5) reasons.push({ name: 'learned', points: probability });
    if (submission.captchaToken === '') reasons.push(failedCaptcha);
    if (budget.wasShort()) reasons.push(unfinished);
    return reasons;
  }

  /** Null if there is no objection, as for most submissions. */
  function judgementOf(item: Read, probability: number): Judgement | null {
    const { submission, rules } = item;
    const reasons = submission.isSpam ? honeypot : reasonsOf(item, probability);
    const isRemote = Boolean(submission.captchaToken) || submission.address !== undefined;
    if (reasons.length === 0 && !isRemote) return null;
    const judged = judge(reasons, rules.threshold);
    const isSpam = submission.isSpam || judged.isSpam;
    return { verdict: judged.verdict, isSpam, isChecking: isRemote && !isSpam };
  }

  /** Null for invalid JSON, which the database refuses with a reason. */
  async function read(submission: AcceptedSubmission, rules: FormRules, slices: Slices): Promise<Read | null> {
    const texts = submission.isSpam ? [] : readTexts(submission.json);
    if (texts === null) return null;
    const budget = openBudget(clock);
    const find = submission.isSpam ? null : rules.isBlocked;
    const isBlocked = (find && budget.run(() => find(withOptions(submission, texts)))) ?? false;
    if (find) await slices.rest();
    return { submission, texts, rules, isBlocked, budget };
  }

  return async (submissions) => {
    const rulesByForm = await readRules(submissions);
    const slices = openSlices(clock);
    const judgements = new Map<AcceptedSubmission, Judgement>();
    const settle = (item: Read, probability: number) => {
      const judgement = judgementOf(item, probability);
      if (judgement) judgements.set(item.submission, judgement);
    };
    const forFilters: Read[] = [];
    for (const submission of submissions) {
      const item = await read(submission, rulesByForm.get(submission.formId) ?? plainRules, slices);
      if (item === null) continue;
      if (item.rules.learned && !submission.isSpam) forFilters.push(item);
      else settle(item, 0);
    }
    for (const [item, probability] of await askFilters(forFilters, slices)) settle(item, probability);
    return judgements;
  };
}

const honeypot: readonly SpamReason[] = [{ name: 'honeypot', points: 1 }];

/** The subject and the reply address are visitor input as well. */
function withOptions({ subject, replyTo }: AcceptedSubmission, texts: readonly string[]): string[] {
  return [...texts, subject ?? '', replyTo ?? ''];
}

function readTexts(json: string): readonly string[] | null {
  try {
    return textsOf(json);
  } catch {
    return null;
  }
}
