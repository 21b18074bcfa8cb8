import { dirname } from 'node:path/posix';
import type { Problem, Rule } from './rule.ts';
import type { ResolvedImport, SourceFile, SourceTree } from './source-tree.ts';

/** What plays Stripe, in Stripe's own words, and what holds the product against it. Neither takes a payment. */
const besideStripe = ['infra/stripe-simulator/', 'infra/faults/'];

/** Inside and between services some things live in one place only: stores, people and payments, the database. */
export const serviceRule: Rule = (tree) =>
  tree.files.flatMap((file) =>
    file.imports.flatMap((found) => [
      ...judgeStore(file, found),
      ...judgeAccountOnly(file, found),
      ...judgeDatabase(file, found, tree),
    ]),
  );

function judgeStore({ path }: SourceFile, { target, line, specifier }: ResolvedImport): Problem[] {
  if (target.kind !== 'file' || !/\.store\.[a-z]+$/.test(target.path)) return [];
  if (dirname(target.path) === dirname(path)) return [];
  return [
    { path, line, says: `imports ${specifier}; a store is used by its own folder only, others go by a use case` },
  ];
}

function judgeAccountOnly({ path, room }: SourceFile, { target, line }: ResolvedImport): Problem[] {
  if (room === 'services/account' || target.kind !== 'package') return [];
  if (target.name === 'stripe' && besideStripe.some((folder) => path.startsWith(folder))) return [];
  if (!/^(?:@types\/)?(?:passport(?:-.+)?|stripe)$/.test(target.name)) return [];
  return [{ path, line, says: `imports ${target.name}; signing in and payments live in services/account only` }];
}

function judgeDatabase(
  { path, room }: SourceFile,
  { target, line }: ResolvedImport,
  { workspaces }: SourceTree,
): Problem[] {
  if (room !== 'services/ingest' && room !== 'services/gateway') return [];
  const isDatabase =
    target.kind === 'unlisted'
      ? target.room === 'libs/db'
      : target.kind === 'file' && target.path.startsWith('libs/db/');
  const name = workspaces.find((workspace) => workspace.room === 'libs/db')?.name ?? 'libs/db';
  return isDatabase ? [{ path, line, says: `imports ${name}; ${room} has no database` }] : [];
}
