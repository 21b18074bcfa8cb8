import { Command } from 'commander';
import { rulesPullCommand } from '#commands/rules-pull.ts';
import { rulesPushCommand } from '#commands/rules-push.ts';
import type { Tools } from '#tools.ts';

export function rulesCommand(tools: Tools): Command {
  return new Command('rules')
    .helpCommand(false)
    .summary('keep the rules of a form in a file')
    .description('Reads the rules of a form into a file, and saves the rules of a file.')
    .addCommand(rulesPullCommand(tools))
    .addCommand(rulesPushCommand(tools));
}
