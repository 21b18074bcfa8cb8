import { type Rules, type RulesInput, readRules } from '@inlet/contracts/rules';

type Rule = RulesInput['fields'][number];

/** Rules as they are saved; a fault in them ends the test. */
export function rulesOf(fields: readonly Rule[], unknown: Rules['unknown'] = 'keep'): Rules {
  const read = readRules({ mode: 'enforce', unknown, fields });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.rules;
}
