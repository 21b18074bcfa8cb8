import type { NewApiKey } from '@inlet/contracts/api-keys';
import type { DeviceCodes } from '@inlet/contracts/device';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { pause } from '#connection/pause.ts';
import { exitCodes } from '#exit-codes.ts';

/** RFC 8628: after `slow_down` a program waits five seconds longer. */
const slowerMs = 5_000;

/** Asks for the key until the person has answered on the page. */
export async function fetchKey(api: Api, { deviceCode, interval, expiresIn }: DeviceCodes): Promise<NewApiKey> {
  const endMs = performance.now() + expiresIn * 1_000;
  let waitMs = interval * 1_000;
  while (performance.now() < endMs) {
    await pause(waitMs);
    try {
      return await api.call('fetchDeviceKey', { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (error.code === 'slow_down') waitMs += slowerMs;
      else if (error.code !== 'authorization_pending' && error.retryAfterMs === undefined) throw refusalOf(error);
    }
  }
  throw expired();
}

function refusalOf(error: CliError): CliError {
  if (error.code === 'expired_token') return expired();
  if (error.code !== 'access_denied') return error;
  return new CliError('The request was denied on the page.', {
    next: 'Run `inlet login` again if that was a mistake.',
    code: error.code,
    exitCode: exitCodes.notAllowed,
  });
}

function expired(): CliError {
  return new CliError('Nobody has answered in time, and the code has expired.', {
    next: 'Run `inlet login` again.',
    code: 'expired_token',
  });
}
