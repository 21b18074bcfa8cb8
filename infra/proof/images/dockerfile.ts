export interface Stage {
  /** The image or stage that it begins with. */
  readonly from: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** Reads a Dockerfile as far as ours go: one instruction a line or continued by a backslash, arguments with defaults. */
export function parseDockerfile(text: string): Stage[] {
  const defaults = new Map<string, string>();
  const stages: { from: string; name: string; instructions: Instruction[] }[] = [];
  for (const { word, rest } of instructionsOf(text)) {
    if (word === 'FROM') {
      const [image = '', , name = String(stages.length)] = rest.split(/\s+/);
      const from = image.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => defaults.get(variable) ?? '');
      stages.push({ from, name, instructions: [] });
    } else if (stages.length > 0) stages.at(-1)?.instructions.push({ word, rest });
    else if (word === 'ARG') defaults.set(...inTwo(rest));
  }
  return stages;
}

function instructionsOf(text: string): Instruction[] {
  const lines = text.replaceAll(/^\s*#.*$/gm, '').replaceAll(/\\\n/g, ' ');
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { word: word.toUpperCase(), rest };
    });
}

function inTwo(argument: string): [string, string] {
  const [name = '', value = ''] = argument.split('=');
  return [name, value];
}
