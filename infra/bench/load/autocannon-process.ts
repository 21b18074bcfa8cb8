// The load generator where wrk is missing: a program of its own, which gets its load as a file and prints its report.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { type Load, numberMark, requestCount } from '#load/load.ts';

const MS_PER_SECOND = 1_000;

const load = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Load;
const { paths, bodies, headers } = load.requests;
// With its own kind of mark it puts in a number of its own.
const numbered = (body = '') => body.replace(numberMark, '[<id>]');
const all = Array.from({ length: requestCount(load.requests) }, (_, index) => {
  const path = paths[index % paths.length] ?? '/';
  return { method: 'POST', path, body: numbered(bodies[index % bodies.length]), headers: { ...headers } };
});
let clients = 0;
const report = await autocannon({
  url: [...load.targets],
  connections: load.connections,
  duration: load.seconds,
  idReplacement: true,
  // It keeps a copy of its requests for each connection, so each gets its share of them alone.
  setupClient: (client) => {
    const first = clients++ % all.length;
    client.setRequests(all.filter((_, index) => index % load.connections === first % load.connections));
  },
  // It has no pauses, only a rate, and it takes one second for the millisecond that it expects between requests.
  ...(load.pauseMs !== undefined && {
    overallRate: Math.round((load.connections * MS_PER_SECOND) / load.pauseMs),
    ignoreCoordinatedOmission: true,
  }),
});
console.log(JSON.stringify(report));
