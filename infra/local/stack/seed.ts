import { join } from 'node:path';
import * as z from 'zod';
import { projectRoot } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const answer = z.object({ demoEndpointId: z.string() });

/** Makes the demo accounts and their forms where they are missing, and answers the endpoint of the first one's form. */
export async function seedDemo(accountEnv: Record<string, string>, moreEmails: readonly string[]): Promise<string> {
  const script = join(projectRoot, 'services/account/src/seed.ts');
  const output = await runNodeOrFail('Making the demo account', [script, ...moreEmails], { env: accountEnv });
  const line = output.split('\n').find((candidate) => candidate.includes('"demoEndpointId"'));
  return answer.parse(JSON.parse(line ?? '{}')).demoEndpointId;
}
