import { isDeepStrictEqual } from 'node:util';
import type { Rules } from '@inlet/contracts/rules';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound, rulesChanged } from '#errors.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { findOwn } from '#forms/forms.store.ts';
import { findRules, upsertRules } from '#forms/rules/rules.store.ts';
import { savedRulesOf } from '#forms/saved-rules.ts';

/** The most characters of rules in an event of the audit trail, which is kept for more than a year. */
const auditedMax = 10_000;

/**
 * Replaces the rules of a form; when it returns, they judge the next submission. With the version that a person has
 * read, what somebody else saved since is not overwritten.
 */
export async function saveRules(
  { database, relay }: FormDeps,
  actor: Actor,
  { id, userId, endpointId }: Form,
  wanted: Rules,
  readVersion?: number,
): Promise<SavedRules> {
  const saved = await database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const form = await findOwn(tx, { id, userId });
    if (!form) throw formNotFound();
    const { version, ...before } = savedRulesOf(await findRules(tx, id));
    if (isDeepStrictEqual(before, wanted)) return { ...before, version };
    if (readVersion !== undefined && readVersion !== version) throw rulesChanged();
    const after = savedRulesOf(await upsertRules(tx, id, wanted, version + 1));
    await announceForm(tx, endpointId);
    const details = { formId: id, name: form.name, version: after.version };
    await recordAudit(tx, actor, 'form.rules_changed', { ...details, before: told(before), after: told(wanted) });
    return after;
  });
  await relay.deliver();
  return saved;
}

function told(rules: Rules): string {
  return JSON.stringify(rules).slice(0, auditedMax).toWellFormed();
}
