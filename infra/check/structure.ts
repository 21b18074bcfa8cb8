import { barrelRule } from './barrel-rule.ts';
import { cycleRule } from './cycle-rule.ts';
import { defaultExportRule } from './default-export-rule.ts';
import { dependencyRule } from './dependency-rule.ts';
import { environmentRule } from './environment-rule.ts';
import { importPathRule } from './import-path-rule.ts';
import { lengthRule } from './length-rule.ts';
import { readListedFiles } from './listed-files.ts';
import { migrationRule } from './migration-rule.ts';
import { nameRule } from './name-rule.ts';
import { type LineNumbers, lineNumbers } from './numbers.ts';
import { publicFileRule } from './public-file-rule.ts';
import { roomRule } from './room-rule.ts';
import type { Problem, Rule } from './rule.ts';
import { serviceRule } from './service-rule.ts';
import { parseTree, type SourceTree } from './source-tree.ts';
import { unfinishedRule } from './unfinished-rule.ts';
import { webLayerRule } from './web-layer-rule.ts';

export interface StructureReport {
  /** One sentence for each fault, with its file and the rule's name. Empty when the house is in order. */
  readonly problems: readonly string[];
  /** What to print: the numbers, then the problems. */
  readonly lines: readonly string[];
  readonly source: LineNumbers;
  readonly tests: LineNumbers;
  readonly cycles: number;
  readonly barrels: number;
}

const rules = {
  length: lengthRule,
  cycle: cycleRule,
  barrel: barrelRule,
  environment: environmentRule,
  room: roomRule,
  service: serviceRule,
  'import-path': importPathRule,
  'public-file': publicFileRule,
  dependency: dependencyRule,
  name: nameRule,
  'web-layer': webLayerRule,
  'default-export': defaultExportRule,
  unfinished: unfinishedRule,
  migration: migrationRule,
} satisfies Record<string, Rule>;

/** Holds the project below a folder against the rules of the house. */
export async function checkStructure(root: string): Promise<StructureReport> {
  return judgeTree(parseTree(await readListedFiles(root)));
}

/** The same for a tree that has been read. */
export function judgeTree(tree: SourceTree): StructureReport {
  const found = Object.entries(rules).map(([name, rule]) => ({ name, problems: rule(tree) }));
  const problems = found.flatMap(({ name, problems }) => problems.map((problem) => sentence(name, problem)));
  // A check that looked at nothing must not pass.
  if (tree.files.length === 0) problems.push('found no source file to check');
  const numbers = {
    source: lineNumbers(tree.files.filter(({ kind }) => kind !== 'test')),
    tests: lineNumbers(tree.files.filter(({ kind }) => kind === 'test')),
    cycles: found.find(({ name }) => name === 'cycle')?.problems.length ?? 0,
    barrels: found.find(({ name }) => name === 'barrel')?.problems.length ?? 0,
  };
  return { ...numbers, problems, lines: [...summary(numbers), ...problems] };
}

function sentence(rule: string, { path, line, says }: Problem): string {
  return `${line === undefined ? path : `${path}:${line}`} ${says} (${rule})`;
}

function summary({ source, tests, cycles, barrels }: Omit<StructureReport, 'problems' | 'lines'>): string[] {
  return [
    `source: ${source.files} files; lines: median ${source.median}, p90 ${source.p90}, max ${source.max}`,
    `tests: ${tests.files} files; lines: median ${tests.median}, p90 ${tests.p90}, max ${tests.max}`,
    `cycles ${cycles}, barrels ${barrels}`,
  ];
}
