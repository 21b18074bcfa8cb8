import { addresses, type RouteId } from '@inlet/contracts/api/addresses';
import { catalogue } from '@inlet/contracts/api/catalogue';
import type { Route } from '@inlet/contracts/api/route';
import * as z from 'zod';

/** The routes that only read, by the names of their tools. */
const readingTools = {
  list_forms: 'listForms',
  read_form: 'readForm',
  read_rules: 'readRules',
  suggest_rules: 'suggestRules',
  list_submissions: 'listSubmissions',
  read_submission: 'readSubmission',
  count_submissions: 'countSubmissions',
  list_fields: 'listFields',
  read_analytics: 'readFormAnalytics',
  read_refusals: 'readRefusals',
  list_targets: 'listTargets',
  list_deliveries: 'listAttempts',
  read_check: 'readCheck',
  read_usage: 'readUsage',
} as const satisfies Readonly<Record<string, RouteId>>;

/**
 * The routes that change something or send something. `start_check` is among them, because a submission could make an
 * agent call an address of its own choice.
 */
const writingTools = {
  update_form: 'updateForm',
  save_rules: 'saveRules',
  update_submission: 'updateSubmission',
  mark_submissions: 'markSubmissions',
  pause_target: 'pauseTarget',
  resume_target: 'resumeTarget',
  test_target: 'testTarget',
  start_check: 'startCheck',
} as const satisfies Readonly<Record<string, RouteId>>;

/** A tool as the protocol lists it, and the route that it calls. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: { readonly title: string; readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  readonly route: RouteId;
}

export function listTools({ allowWrites }: { allowWrites: boolean }): Tool[] {
  const reading = Object.entries(readingTools).map(([name, id]) => toolOf(name, id, true));
  const writing = Object.entries(writingTools).map(([name, id]) => toolOf(name, id, false));
  return allowWrites ? [...reading, ...writing] : reading;
}

function toolOf(name: string, route: RouteId, isReading: boolean): Tool {
  const { summary, description }: Route = catalogue[route];
  return {
    name,
    route,
    description: [`${summary}.`, description].filter(Boolean).join(' '),
    inputSchema: inputOf(route),
    annotations: { title: summary, readOnlyHint: isReading, openWorldHint: false },
  };
}

/** Parameters of the path and the query stand beside each other; a body is the member `body`. */
function inputOf(route: RouteId): object {
  const { query, body }: Route = catalogue[route];
  const path = pathNames(route);
  const parts = z.object({
    ...Object.fromEntries(path.map((name) => [name, z.string().meta({ description: pathWords[name] ?? 'An id.' })])),
    ...query?.shape,
    ...(body && { body }),
  });
  const schema = z.toJSONSchema(parts, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...input } = schema;
  return input;
}

const pathWords: Readonly<Record<string, string>> = {
  sid: "The submission's id.",
  checkId: "The check-up's id.",
};

export function pathNames(route: RouteId): string[] {
  return [...addresses[route].matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}
