import { foldText } from '@inlet/contracts/search-query';
import type { Command } from '#components/ui/command-dialog.tsx';

/** A command, and when it is offered. */
export interface KnownCommand extends Command {
  /** Other words that find it. */
  readonly words?: string;
  /** Offered before anything is typed. */
  readonly isUsual?: boolean;
  /** Offered whatever is typed, because it does something with it. */
  readonly isForAnyText?: boolean;
}

/** More are no list to choose from: another letter leaves fewer. */
const foundMax = 40;

/** The commands that have each typed word in them, accents and case aside, in their order. */
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
