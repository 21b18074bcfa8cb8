import { describe, expect, it } from 'vitest';
import { environmentRule } from './environment-rule.ts';
import { faultsOf } from './example-house.ts';

describe('environmentRule', () => {
  it('passes a clean house', () => {
    expect(faultsOf(environmentRule)).toEqual([]);
  });

  it.each([
    ['services/ingest/src/main.ts', 'const a = process.env.PORT;'],
    ['services/ingest/src/main.ts', 'const a = process . env;'],
    ['services/ingest/src/main.ts', 'const a = process?.env;'],
    ['services/ingest/src/main.ts', "const a = process['env'];"],
    ['services/ingest/src/main.ts', 'const a = globalThis.process.env;'],
    ['services/ingest/src/main.ts', 'const { argv, env } = process;'],
    ['services/ingest/src/main.ts', "import { env } from 'node:process';"],
    ['services/ingest/src/main.ts', "import { env as e } from 'process';"],
    ['services/ingest/src/reconfig.ts', 'const a = process.env;'],
    ['services/ingest/src/main.test.ts', 'process.env.PORT = "1";'],
    ['web/src/lib/mode.ts', 'const a = process.env.MODE;'],
  ])('refuses %s that holds %j', (path, text) => {
    expect(faultsOf(environmentRule, { [path]: text })).toEqual([
      `${path}:1 reads process.env; only config.ts, *.config.ts and infra/ may`,
    ]);
  });

  it.each([
    ['services/ingest/src/config.ts', 'const a = process.env;'],
    ['web/vite.config.ts', 'const a = process.env;'],
    ['infra/local/anything.ts', 'const a = process.env;'],
    ['services/ingest/src/main.ts', '// process.env\nconst a = "process.env" + `process.env`;'],
    ['services/ingest/src/main.ts', 'const a = child.process.env;'],
    ['services/ingest/src/main.ts', 'const { env } = process(a);\nprocess.exit(1);'],
    ['services/ingest/src/main.ts', "import { exit } from 'node:process';"],
  ])('accepts %s that holds %j', (path, text) => {
    expect(faultsOf(environmentRule, { [path]: text })).toEqual([]);
  });
});
