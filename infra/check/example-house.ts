import type { Rule } from './rule.ts';
import { parseTree, type SourceTree } from './source-tree.ts';

/** A small house in which every room stands and no rule is broken. */
const cleanHouse: Readonly<Record<string, string>> = {
  'package.json': manifest('inlet', { devDependencies: ['vitest'] }),
  'README.md': '# Example',
  'vitest.config.ts': "import { defineConfig } from 'vitest/config';\nexport default defineConfig({});\n",
  'libs/contracts/package.json': manifest('@inlet/contracts', {
    exports: { './plans': './src/plans.ts' },
    dependencies: ['zod'],
  }),
  'libs/contracts/src/plans.ts': "import * as z from 'zod';\nexport const planSchema = z.string();\n",
  'libs/service/package.json': manifest('@inlet/service', {
    exports: { './http': './src/http.ts', './config': './src/config.ts' },
    dependencies: ['@inlet/contracts', 'express'],
    devDependencies: ['@types/express'],
  }),
  'libs/service/src/config.ts': 'export const mode = process.env.MODE;\n',
  'libs/service/src/http.ts':
    "import express from 'express';\nimport { planSchema } from '@inlet/contracts/plans';\nexport const app = [express, planSchema];\n",
  'libs/db/package.json': manifest('@inlet/db', {
    exports: { './database': './src/database.ts', './client': './src/generated/client.ts' },
    dependencies: ['@inlet/service', 'pg'],
    devDependencies: ['@inlet/testing'],
  }),
  'libs/db/src/database.ts':
    "import pg from 'pg';\nimport { app } from '@inlet/service/http';\nimport { client } from '#generated/client.ts';\nexport const database = [pg, app, client];\n",
  'libs/db/src/database.test.ts':
    "import { it } from 'vitest';\nimport { fresh } from '@inlet/testing/fresh';\nimport { database } from '#database.ts';\nit('stands', () => [fresh, database]);\n",
  'libs/testing/package.json': manifest('@inlet/testing', {
    exports: { './fresh': './src/fresh.ts' },
    dependencies: ['@inlet/db'],
  }),
  'libs/testing/src/fresh.ts': "import { database } from '@inlet/db/database';\nexport const fresh = database;\n",
  'services/account/package.json': manifest('@inlet/account', { dependencies: ['@inlet/db', 'passport'] }),
  'services/account/src/main.ts': "import { listForms } from '#forms/list-forms.ts';\nlistForms();\n",
  'services/account/src/forms/list-forms.ts':
    "import passport from 'passport';\nimport { findForms } from '#forms/forms.store.ts';\nexport const listForms = () => [passport, findForms()];\n",
  'services/account/src/forms/forms.store.ts':
    "import { database } from '@inlet/db/database';\nexport const findForms = () => database;\n",
  'services/ingest/package.json': manifest('@inlet/ingest', { dependencies: ['@inlet/contracts'] }),
  'services/ingest/src/main.ts': "import { planSchema } from '@inlet/contracts/plans';\nplanSchema.parse('pro');\n",
  'infra/package.json': manifest('@inlet/infra', { imports: { '#*': './*' }, dependencies: ['@inlet/testing'] }),
  'infra/local/start.ts':
    "import { fresh } from '@inlet/testing/fresh';\nimport { port } from '#local/ports.ts';\nexport const start = [fresh, port];\n",
  'infra/local/ports.ts': 'export const port = process.env.PORT;\n',
  'web/package.json': manifest('@inlet/web', {
    dependencies: ['@inlet/contracts', 'react'],
    devDependencies: ['vite', 'tailwindcss'],
  }),
  'web/vite.config.ts': "import { defineConfig } from 'vite';\nexport default defineConfig({});\n",
  'web/src/main.tsx':
    "import '#styles/app.css';\nimport { App } from '#app/app.tsx';\nexport const root = <App>Don't stop</App>;\n",
  'web/src/styles/app.css': "@import 'tailwindcss';\n",
  'web/src/app/app.tsx':
    "import { FormsPage } from '#routes/forms-page.tsx';\nexport const App = () => <FormsPage />;\n",
  'web/src/routes/forms-page.tsx':
    "import { FormList } from '#features/forms/form-list.tsx';\nexport const FormsPage = () => <FormList />;\n",
  'web/src/features/forms/form-list.tsx':
    "import { Card } from '#components/ui/card.tsx';\nexport const FormList = () => <Card />;\n",
  'web/src/components/ui/card.tsx':
    "import { planSchema } from '@inlet/contracts/plans';\nimport { useId } from 'react';\nimport { date } from '#lib/date.ts';\nexport const Card = () => <p id={useId()}>{date(planSchema)}</p>;\n",
  'web/src/lib/date.ts': 'export const date = String;\n',
};

/** The clean house with some files put in, replaced, or (by null) taken out. */
export function houseWith(changes: Readonly<Record<string, string | null>> = {}): SourceTree {
  const texts = new Map(Object.entries(cleanHouse));
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  }
  return parseTree(texts);
}

/** What a rule says of the clean house after these changes, a line for each problem. */
export function faultsOf(rule: Rule, changes: Readonly<Record<string, string | null>> = {}): string[] {
  return rule(houseWith(changes)).map(
    ({ path, line, says }) => `${path}${line === undefined ? '' : `:${line}`} ${says}`,
  );
}

/** The text of a package.json; versions play no part in any rule. */
export function manifest(
  name: string,
  parts: {
    readonly imports?: Readonly<Record<string, string>>;
    readonly exports?: Readonly<Record<string, string>>;
    readonly dependencies?: readonly string[];
    readonly devDependencies?: readonly string[];
  },
): string {
  return JSON.stringify({
    name,
    imports: parts.imports ?? { '#*': './src/*' },
    exports: parts.exports ?? {},
    dependencies: versionsOf(parts.dependencies),
    devDependencies: versionsOf(parts.devDependencies),
  });
}

function versionsOf(names: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '1.0.0']));
}
