import type { Argument, Command, Option } from 'commander';

/** What a shell may offer for a value: words, the names of forms, files, or nothing. */
export type Offer = readonly string[] | 'forms' | 'files' | null;

export interface OptionShape {
  readonly flags: readonly string[];
  /** Undefined for an option without a value. */
  readonly value: Offer | undefined;
}

export interface CommandShape {
  /** The words after `inlet`, such as `rules pull`; empty for the program. */
  readonly words: readonly string[];
  readonly commands: readonly string[];
  readonly options: readonly OptionShape[];
  readonly args: readonly Offer[];
}

/** What the program and each of its commands take, with the groups before their own commands. */
export function shapesOf(command: Command, words: readonly string[] = []): CommandShape[] {
  // `createHelp` lists what `--help` shows: hidden commands are left out, and `help` is there.
  const help = command.createHelp();
  const shape = {
    words,
    commands: help.visibleCommands(command).map((inner) => inner.name()),
    options: help.visibleOptions(command).map(optionShape),
    args: command.registeredArguments.map(offerFor),
  };
  return [shape, ...command.commands.flatMap((inner) => shapesOf(inner, [...words, inner.name()]))];
}

function optionShape(option: Option): OptionShape {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined && flag !== null);
  return { flags, value: option.required || option.optional ? offerFor(option) : undefined };
}

const files = /file|folder|path/;

function offerFor(taker: Option | Argument): Offer {
  if (taker.argChoices) return taker.argChoices;
  // safe because: the flags are our own, and short
  const name = 'flags' in taker ? (/[<[](.+?)[>\]]/.exec(taker.flags)?.[1] ?? '') : taker.name();
  if (name === 'form') return 'forms';
  return files.test(name) ? 'files' : null;
}
