import type { Tracing } from '@inlet/observe/tracing';
import type pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** A connection whose statements are traced if their caller is. */
export function tracedClient(tracing: Tracing, Client: typeof pg.Client): typeof pg.Client {
  class TracedClient extends Client {}
  const query = Client.prototype.query as Query;
  const traced: Query = function (...args) {
    const name = tracing.current() && statementName(args[0]);
    if (!name) return query.apply(this, args);
    const span = tracing.start(name, { kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
    const end = (error?: unknown) => {
      if (error) tracing.fail(span, error);
      span.end();
    };
    const last = args.at(-1);
    if (typeof last !== 'function') {
      const answer = query.apply(this, args) as Promise<unknown>;
      answer.then(() => end(), end);
      return answer;
    }
    const answered: Callback = (error, ...rest) => {
      end(error);
      last(error, ...rest);
    };
    return query.apply(this, [...args.slice(0, -1), answered]);
  };
  TracedClient.prototype.query = traced as typeof TracedClient.prototype.query;
  return TracedClient;
}

/** The name of a statement, or its first word: the text may be long, and its values are confidential. */
function statementName(statement: unknown): string | undefined {
  if (typeof statement === 'string') return firstWord(statement);
  // A query object that submits itself, such as a cursor, ends its span on its own.
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  if ('name' in statement && typeof statement.name === 'string') return statement.name;
  return 'text' in statement && typeof statement.text === 'string' ? firstWord(statement.text) : undefined;
}

function firstWord(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
}
