import { foldText } from '@inlet/contracts/search-query';
import type { Command } from '#components/ui/command-dialog.tsx';

/** A command, and the condition on which it is offered. */
export interface KnownCommand extends Command {
  /** Other words that match the command. */
  readonly words?: string;
  /** True if it is offered before anything is typed. */
  readonly isUsual?: boolean;
  /** True if it is offered whatever is typed, because it uses the text. */
  readonly isForAnyText?: boolean;
}

/** A longer list is no choice: another letter shortens it. */
const foundMax = 40;

/** The commands that contain each typed word, without regard to accents and case, in their order. */
export function findCommands(commands: readonly KnownCommand[], text: string): readonly KnownCommand[] {
  const wanted = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const isFound = ({ label, words = '', isUsual = false, isForAnyText = false }: KnownCommand) => {
    if (wanted.length === 0) return isUsual;
    const known = foldText(`${label} ${words}`);
    return isForAnyText || wanted.every((word) => known.includes(word));
  };
  const found = commands.filter(isFound);
  const kept = new Set([...found.filter(({ isForAnyText }) => isForAnyText), ...found].slice(0, foundMax));
  return found.filter((command) => kept.has(command));
}
