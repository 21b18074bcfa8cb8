import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@inlet/local-servers/find-program';
import { createSecret, signatureHeaders } from '@inlet/outbound/signatures';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#config/config.ts';
import { findPhp } from '#programs/php.ts';

const folder = join(projectRoot, 'docs/samples/webhooks');
const path = process.env.PATH ?? '';
const body = '{"type":"submission.created","text":"Grüße, 世界"}';
const id = '0198c9f4-8a7b-7c3e-9a0f-3f2b1c4d5e6f';
const [secret, newer, foreign] = [createSecret(), createSecret(), createSecret()];
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const sign = (secrets: readonly string[], at = new Date()) => signatureHeaders({ id, body, at, secrets });
/** Requests as [name, headers, body, is genuine], signed now: the check includes their times. */
function signRequests() {
  const signed = sign([secret]);
  const { 'webhook-signature': signature = '' } = signed;
  return [
    ['signed', signed, body, true],
    ['signed with the new secret and with this one', sign([newer, secret]), body, true],
    ['signed four minutes ago', sign([secret], minutesAgo(4)), body, true],
    ['with another body', signed, body.replace('created', 'deleted'), false],
    ['with another id', { ...signed, 'webhook-id': 'another' }, body, false],
    ['signed with another secret', sign([foreign]), body, false],
    ['signed ten minutes ago', sign([secret], minutesAgo(10)), body, false],
    ['from the future', sign([secret], minutesAgo(-10)), body, false],
    ['with another time', { ...signed, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 9) }, body, false],
    ['with a time that is no number', { ...signed, 'webhook-timestamp': 'now' }, body, false],
    [
      'with another version of signatures',
      { ...signed, 'webhook-signature': signature.replace('v1,', 'v2,') },
      body,
      false,
    ],
    ['with half a signature', { ...signed, 'webhook-signature': signature.slice(0, 20) }, body, false],
    ['with an empty signature', { ...signed, 'webhook-signature': '' }, body, false],
    ['without headers', {}, body, false],
  ] as const;
}

/** Each program reads the requests, passes each to the sample, and prints the results as JSON. */
const languages = {
  'verify.mjs': {
    find: () => process.execPath,
    args: (file: string) => [
      '--input-type=module',
      '-e',
      `
      import { verifyWebhook } from ${JSON.stringify(file)};
      import { text } from 'node:stream/consumers';
      const { secret, requests } = JSON.parse(await text(process.stdin));
      console.log(JSON.stringify(requests.map(([, headers, body]) => verifyWebhook(body, headers, secret))));`,
    ],
  },
  'verify.py': {
    find: () => findProgram(['python3'], path),
    args: () => [
      '-B',
      '-c',
      `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify import verify_webhook
given = json.load(sys.stdin)
print(json.dumps([verify_webhook(body.encode(), headers, given["secret"]) for _, headers, body, _ in given["requests"]]))`,
      folder,
    ],
  },
  'verify.php': {
    find: () => findPhp(path),
    args: (file: string) => [
      '-r',
      `
      require ${JSON.stringify(file)};
      $given = json_decode(stream_get_contents(STDIN), true);
      $verify = fn ($request) => verifyWebhook($request[2], $request[1], $given['secret']);
      echo json_encode(array_map($verify, $given['requests']));`,
    ],
  },
};

describe('the samples that verify webhooks', () => {
  it('are all tried here', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(languages).sort());
  });

  it.for(Object.entries(languages))('%s tells genuine requests from others', ([name, { find, args }], { skip }) => {
    const file = join(folder, name);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    const program = find();
    if (!program) return skip(`${name} needs a program that is not here`);
    const requests = signRequests();
    const input = JSON.stringify({ secret, requests });
    const { stdout, stderr } = spawnSync(program, args(file), { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const verdicts = JSON.parse(stdout).map((verdict: boolean, index: number) => [requests[index]?.[0], verdict]);
    expect(verdicts).toEqual(requests.map(([what, , , isGenuine]) => [what, isGenuine]));
  });
});
