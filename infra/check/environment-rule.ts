import { basename } from 'node:path/posix';
import type { Rule } from './rule.ts';
import type { Token } from './tokens.ts';

/** The environment is read once, where it is checked; everything else gets typed values as arguments. */
export const environmentRule: Rule = ({ files }) =>
  files
    .filter(({ path }) => !mayReadEnvironment(path))
    .flatMap(({ path, tokens }) =>
      environmentLines(tokens).map((line) => ({
        path,
        line,
        says: 'reads process.env; only config.ts, *.config.ts and infra/ may',
      })),
    );

function mayReadEnvironment(path: string): boolean {
  const file = basename(path);
  return file === 'config.ts' || file.endsWith('.config.ts') || path.startsWith('infra/');
}

function environmentLines(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ text, kind, line }, index) => {
    const isProcess = text === 'process' && kind === 'name' && !isMemberOfOther(tokens, index);
    if (isProcess && (isMember(tokens, index) || isTakenApart(tokens, index))) return [line];
    const isModule = kind === 'string' && /^(?:node:)?process$/.test(text) && tokens[index - 1]?.text === 'from';
    return isModule && namesBefore(tokens, index - 2).includes('env') ? [line] : [];
  });
}

/** `child.process` is somebody else's. */
function isMemberOfOther(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.text === '.' && tokens[index - 2]?.text !== 'globalThis';
}

/** `process.env`, `process?.env` and `process['env']`. */
function isMember(tokens: readonly Token[], index: number): boolean {
  const [mark, member] = [tokens[index + 1]?.text ?? '', tokens[index + 2]?.text];
  return ['.', '?.', '['].includes(mark) && member === 'env';
}

/** `const { env } = process`. */
function isTakenApart(tokens: readonly Token[], index: number): boolean {
  const isWhole = !['.', '?.', '[', '('].includes(tokens[index + 1]?.text ?? '');
  return isWhole && tokens[index - 1]?.text === '=' && namesBefore(tokens, index - 2).includes('env');
}

/** The words between braces, where the closing brace stands at the position. */
function namesBefore(tokens: readonly Token[], end: number): string[] {
  if (tokens[end]?.text !== '}') return [];
  const start = tokens.slice(0, end).findLastIndex(({ text }) => text === '{');
  return tokens.slice(start + 1, end).map(({ text }) => text);
}
