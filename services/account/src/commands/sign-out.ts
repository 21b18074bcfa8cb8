import { emailSchema } from '@inlet/contracts/sessions';
import { openDatabase } from '@inlet/db/database';
import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { loadSchemaTaskConfig } from '#config.ts';
import { signOutAccounts } from '#identity/sessions/sign-out-accounts.ts';

/** An operator's command for emergencies: ends all sessions of an account, or with `--all`, of every account. */
await runTask({
  name: 'sign-out',
  loadConfig: loadSchemaTaskConfig,
  run: async ({ config, lifecycle }) => {
    const [word, ...others] = process.argv.slice(2);
    const email = word === '--all' ? null : emailSchema.safeParse(word).data;
    if (email === undefined || others.length > 0) throw new ConfigError('Name one address, or --all');
    const database = openDatabase({ url: config.DATABASE_URL, maxConnections: 1, applicationName: 'sign-out' });
    lifecycle.onClose('disconnect', 'database', database.close);
    const { accounts, sessions } = await signOutAccounts({ database }, email);
    process.stdout.write(`${sessions} sessions of ${accounts} accounts ended\n`);
  },
});
