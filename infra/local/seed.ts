import { join } from 'node:path';
import * as z from 'zod';
import { projectRoot } from '#config.ts';
import { runNodeOrFail } from '#run-program.ts';

const answer = z.object({ demoEndpointId: z.string() });

/** Makes the demo account and its form where they are missing, and answers the form's endpoint. */
export async function seedDemo(accountEnv: Record<string, string>): Promise<string> {
  const script = join(projectRoot, 'services/account/src/seed.ts');
  const output = await runNodeOrFail('Making the demo account', [script], { env: accountEnv });
  const line = output.split('\n').find((candidate) => candidate.includes('"demoEndpointId"'));
  return answer.parse(JSON.parse(line ?? '{}')).demoEndpointId;
}
