import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import { chooseUrl } from '#connection/connection.ts';
import { forgetKey, revokeKey, storedKey } from '#login/stored-key.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

export function logoutCommand(tools: Tools): Command {
  return newCommand({
    usage: 'logout',
    summary: 'sign out, and revoke the key of this machine',
    description: `Forgets the key that \`inlet login\` kept, and revokes it, so that a copy is of no use. The secret of
\`inlet listen\` stays. A key in INLET_TOKEN is left alone.`,
    examples: [['inlet logout', 'Sign out of the installation that you used last']],
  }).action(async (options: CommonOptions) => {
    const { folder } = tools.config;
    const url = await chooseUrl(tools.config, options.url);
    const output = tools.output(options);
    const key = await storedKey(folder, url);
    if (key === undefined) {
      output.result({ url, wasSignedIn: false }, `You were not signed in to ${url}.`);
      return;
    }
    await forgetKey(folder, url);
    await revokeKey(url, key).catch((error: unknown) => {
      throw stillValid(error);
    });
    output.result({ url, wasSignedIn: true }, `Signed out of ${url}. The key is revoked.`);
  });
}

function stillValid(cause: unknown): unknown {
  if (!(cause instanceof CliError)) return cause;
  return new CliError(`This machine has forgotten the key, but the key is still valid. ${cause.message}`, {
    next: 'Revoke it in the dashboard, under Settings → API keys.',
    code: 'key_not_revoked',
    exitCode: cause.exitCode,
    cause,
  });
}
