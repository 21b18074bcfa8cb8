import type { Import } from './scan-module.ts';
import type { Comment } from './tokens.ts';

const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
const reference = /@(?:import|plugin|config|reference)\s+(?:url\(\s*)?(['"])(.*?)\1/g;

/** Reads what a style sheet imports; a plugin that it loads by name counts too. */
export function scanStylesheet(text: string): { imports: Import[]; comments: Comment[] } {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const comments = [...text.matchAll(comment)].map((found) => ({ text: found[0], line: lineAt(found.index) }));
  const code = text.replace(comment, (found) => ' '.repeat(found.length));
  const imports = [...code.matchAll(reference)].map((found) => ({
    specifier: found[2] ?? '',
    line: lineAt(found.index),
  }));
  return { imports, comments };
}
