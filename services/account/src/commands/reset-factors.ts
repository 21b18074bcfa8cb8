import { emailSchema } from '@inlet/contracts/sessions';
import { openDatabase } from '@inlet/db/database';
import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { loadResetFactorsConfig } from '#config.ts';
import { type FactorReset, resetFactors } from '#identity/factors/reset-factors.ts';

const words: Readonly<Record<FactorReset, string>> = {
  reset: 'signs in with the password alone from now on',
  'nothing to reset': 'had no second factor',
  nobody: 'has no account',
};

/** An operator's command for a person that has lost everything but the password: removes the second factors. */
await runTask({
  name: 'reset-factors',
  loadConfig: loadResetFactorsConfig,
  run: async ({ config, lifecycle }) => {
    const [word, ...others] = process.argv.slice(2);
    const email = emailSchema.safeParse(word).data;
    if (email === undefined || others.length > 0) throw new ConfigError('Name one address');
    const database = openDatabase({ url: config.DATABASE_URL, maxConnections: 1, applicationName: 'reset-factors' });
    lifecycle.onClose('disconnect', 'database', database.close);
    const done = await resetFactors({ database }, email, config.PUBLIC_URL);
    process.stdout.write(`${email} ${words[done]}\n`);
    if (done === 'nobody') process.exitCode = 1;
  },
});
