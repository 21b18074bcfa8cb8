import { parseSync } from '@swc/core';

/** A regular expression in a source file. */
export interface FoundPattern {
  readonly line: number;
  /** Null if the text is known only at run time. */
  readonly source: string | null;
  readonly flags: string;
  /** From a comment `safe because: …` directly above its line, or above the outermost statement around it. */
  readonly reason: string | undefined;
}

/** A node of the syntax tree. Only a few of its many kinds matter here. */
interface Node {
  readonly type: string;
  readonly span: { readonly start: number };
  readonly [part: string]: unknown;
}
type Constants = ReadonlyMap<string, Node>;

const reasonMark = /^\s*\/\/ safe because: (.*)$/;
/** The parser counts bytes from here. */
const firstByte = 1;

/** The regular expressions of a file: literals, and calls of `RegExp` with texts of the same file. */
export function findPatterns(path: string, text: string): FoundPattern[] {
  const { body } = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' });
  const constants = new Map([...nodesIn(body)].flatMap(constantOf));
  const bytes = Buffer.from(text);
  const lines = text.split('\n');
  const lineOf = ({ span }: Node) => bytes.toString('utf8', 0, span.start - firstByte).split('\n').length;
  const reasonAbove = (node: Node) => reasonMark.exec(lines[lineOf(node) - 2] ?? '')?.[1]?.trim();
  return body.flatMap((outermost) => {
    const nodes = [...nodesIn(outermost)];
    return nodes.flatMap((node) => {
      const found = patternOf(node, constants);
      const [statement = node] = nodes;
      return found ? [{ ...found, line: lineOf(node), reason: reasonAbove(node) ?? reasonAbove(statement) }] : [];
    });
  });
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'span' in value) yield value as Node;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

function constantOf({ type, id, init }: Node): [string, Node][] {
  const name = type === 'VariableDeclarator' && isNode(id) && id.type === 'Identifier' && id.value;
  return name && isNode(init) ? [[String(name), init]] : [];
}

function patternOf(node: Node, constants: Constants): Pick<FoundPattern, 'source' | 'flags'> | null {
  if (node.type === 'RegExpLiteral') return { source: String(node.pattern), flags: String(node.flags) };
  const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isMade || !isNode(node.callee) || node.callee.value !== 'RegExp') return null;
  const [source, flags] = (node.arguments as { readonly expression: Node }[]).map(({ expression }) => expression);
  // `new RegExp(other)` copies a pattern, which is found at its literal.
  const written = source?.type === 'Identifier' ? constants.get(String(source.value)) : source;
  if (written?.type === 'RegExpLiteral') return null;
  return { source: source ? textOf(source, constants) : '', flags: (flags && textOf(flags, constants)) ?? '' };
}

/** The text of an expression, if it is always the same; otherwise null. */
function textOf(node: Node, constants: Constants): string | null {
  if (node.type === 'StringLiteral' || node.type === 'NumericLiteral') return String(node.value);
  if (node.type === 'TemplateLiteral') return templateText(node, 'cooked', constants);
  if (node.type === 'Identifier') {
    const value = constants.get(String(node.value));
    return value ? textOf(value, constants) : null;
  }
  if (node.type === 'TaggedTemplateExpression' && isNode(node.tag) && isNode(node.template)) {
    const isRaw = isNode(node.tag.object) && node.tag.object.value === 'String';
    return isRaw ? templateText(node.template, 'raw', constants) : null;
  }
  return null;
}

function templateText(node: Node, kind: 'cooked' | 'raw', constants: Constants): string | null {
  const values = (node.expressions as Node[]).map((expression) => textOf(expression, constants));
  if (values.includes(null)) return null;
  return (node.quasis as Node[]).map((quasi, n) => `${quasi[kind]}${values[n] ?? ''}`).join('');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
