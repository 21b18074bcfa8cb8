import { CliError } from '#cli-error.ts';
import type { CliConfig } from '#config.ts';
import { type Api, createApi } from '#connection/api.ts';
import { readCredentials } from '#connection/credentials.ts';
import { exitCodes } from '#exit-codes.ts';

export interface Connection {
  readonly url: string;
  readonly api: Api;
}

const localUrl = 'http://localhost:8080';

/** The address that a command uses: `--url`, else `INLET_URL`, else that of the last `inlet login`. */
export async function chooseUrl(config: CliConfig, given: string | undefined): Promise<string> {
  const chosen = given ?? config.url ?? (await readCredentials(config.folder)).current ?? localUrl;
  if (!URL.canParse(chosen) || !/^https?:$/.test(new URL(chosen).protocol)) {
    throw new CliError(`"${chosen}" is not the address of an installation.`, {
      next: 'Give an address such as https://forms.example.com with --url or INLET_URL.',
      code: 'invalid_url',
      exitCode: exitCodes.usage,
    });
  }
  return new URL(chosen).origin;
}

/** The key that commands use for an installation; undefined where nobody signed in. */
export async function findKey({ token, folder }: CliConfig, url: string): Promise<string | undefined> {
  return token ?? (await readCredentials(folder)).installations[url]?.key;
}

export async function connect(config: CliConfig, given: string | undefined): Promise<Connection> {
  const url = await chooseUrl(config, given);
  const key = await findKey(config, url);
  if (key === undefined) {
    throw new CliError(`You are not signed in to ${url}.`, {
      next: `Run \`inlet login --url ${url}\`, or set INLET_TOKEN to an API key.`,
      code: 'not_signed_in',
      exitCode: exitCodes.notAllowed,
    });
  }
  return { url, api: createApi({ url, key }) };
}
