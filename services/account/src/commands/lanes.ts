import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { type AccountDeps, openDeps } from '#account-deps.ts';
import { loadConfig } from '#config.ts';
import { findAccount, namesAccount } from '#lanes/find-account.ts';
import { listLanes, movedMax } from '#lanes/list-lanes.ts';
import { type MoveStep, moveAccount } from '#lanes/move-account.ts';
import { MoveRefused, MoveUncertain } from '#lanes/move-refused.ts';

const usage = 'Usage: lanes list, or lanes move ACCOUNT LANE, where ACCOUNT is an id or its owner’s address';

const words: Readonly<Record<MoveStep, string>> = {
  copied: 'idempotency keys are copied',
  paused: 'submissions wait',
  switched: 'the account is in its new lane',
  moved: 'submissions go on',
};

/** An operator's command: shows the lanes of Redis, or moves an account to another one while it receives. */
await runTask({
  name: 'lanes',
  loadConfig,
  run: async (context) => {
    const [command, account = '', lane = '', ...others] = process.argv.slice(2);
    const isList = command === 'list' && account === '';
    const isMove = command === 'move' && namesAccount(account) && /^\d{1,2}$/.test(lane) && others.length === 0;
    if (!isList && !isMove) throw new ConfigError(usage);
    const deps = await openDeps(context);
    await (isList ? list(deps) : move(deps, account, Number(lane))).catch((error: unknown) => {
      const isUncertain = error instanceof MoveUncertain;
      if (!isUncertain && !(error instanceof MoveRefused)) throw error;
      const next = isUncertain ? '. Run lanes list: the account is complete in the lane that it shows' : '';
      process.stderr.write(`${error.message}${next}\n`);
      process.exitCode = 1;
    });
  },
});

async function list(deps: AccountDeps): Promise<void> {
  const { lanes, moved } = await listLanes(deps);
  for (const { lane, accounts, server } of lanes) {
    const away = lane < deps.lanes.length ? 'Redis does not respond' : 'REDIS_LANES does not have it';
    const state = server
      ? `${server.waiting} batches wait, ${server.failed} failed, ${server.memory} at ${server.address}`
      : away;
    process.stdout.write(`lane ${lane}: ${accounts} accounts, ${state}\n`);
  }
  for (const { id, lane, email } of moved) process.stdout.write(`${id} lane ${lane} ${email ?? 'without an owner'}\n`);
  if (moved.length === movedMax) process.stdout.write(`Only ${movedMax} accounts outside lane 0 are listed\n`);
}

async function move(deps: AccountDeps, word: string, lane: number): Promise<void> {
  const account = await findAccount(deps, word);
  const tell = (step: MoveStep) => process.stdout.write(`${words[step]}\n`);
  const pausedMs = await moveAccount(deps, account, lane, tell);
  process.stdout.write(`${account.id} moved from lane ${account.lane} to ${lane}; it paused for ${pausedMs} ms\n`);
}
