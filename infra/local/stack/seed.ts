import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withAdmin } from '@inlet/local-servers/admin-database';
import * as z from 'zod';
import { fingerprint } from '#build/rebuild.ts';
import { projectRoot } from '#config/config.ts';
import { writeAtomically } from '#files/write-atomically.ts';
import { runNodeOrFail } from '#processes/run-program.ts';
import { stripeStateOf } from '#stack/services.ts';

type Demo = {
  dataDir: string;
  /** The address for the owner of the tables. */
  databaseUrl: string;
  /** The environment of the service account. */
  accountEnv: Record<string, string>;
  /** Addresses of further demo accounts. */
  moreEmails: readonly string[];
};

const answer = z.object({ demoEndpointId: z.string() });
const kept = answer.extend({ seed: z.string() });
const program = 'services/account/src/seed.ts';
const sources = [program, 'services/account/src/seed', 'services/account/src/users/waitlist'];

/** The endpoint of the demo form if the same seed has created it in this database before; otherwise null. */
export async function findDemo(demo: Demo): Promise<string | undefined> {
  // Without its data, the local Stripe knows no subscription of the demo account.
  if (hasOwnStripe(demo) && !existsSync(stripeStateOf(demo))) return undefined;
  const file = fileOf(demo);
  const { seed, demoEndpointId } = existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  if (demoEndpointId === undefined || seed !== (await seedOf(demo))) return undefined;
  return (await isOpen(demo.databaseUrl, demoEndpointId)) ? demoEndpointId : undefined;
}

/** Creates missing demo accounts and forms, and returns the endpoint of the first account's form. */
export async function seedDemo(demo: Demo): Promise<string> {
  const args = [join(projectRoot, program), ...demo.moreEmails];
  const output = await runNodeOrFail('Making the demo account', args, { env: demo.accountEnv });
  const line = output.split('\n').find((candidate) => candidate.includes('"demoEndpointId"'));
  const { demoEndpointId } = answer.parse(JSON.parse(line ?? '{}'));
  writeAtomically(fileOf(demo), JSON.stringify({ seed: await seedOf(demo), demoEndpointId }));
  return demoEndpointId;
}

const fileOf = ({ dataDir }: Demo) => join(dataDir, 'demo.json');

const hasOwnStripe = ({ accountEnv }: Demo) => accountEnv.STRIPE_API_URL !== undefined;

/** A hash of everything that determines the seed's result. */
async function seedOf(demo: Demo): Promise<string> {
  return JSON.stringify([await fingerprint(projectRoot, sources), hasOwnStripe(demo), ...demo.moreEmails]);
}

// Its owner may have deleted the form since, or restricted its origins.
function isOpen(databaseUrl: string, endpointId: string): Promise<boolean> {
  return withAdmin(databaseUrl, async (client) => {
    const sql = "select from forms where endpoint_id = $1 and is_active and allowed_origins = '{}'";
    return (await client.query(sql, [endpointId])).rowCount === 1;
  });
}
