import { buildWeb } from '@inlet/local/web-build';
import { jsonSubmissions, mixedSizes, multipartSubmissions, urlencodedSubmissions } from '#load/submissions.ts';
import { compare } from '#measure-loads.ts';
import { heldAtLeast, ratioOf, rowOf, times } from '#report/row.ts';
import type { Part } from '#scene.ts';

const FLOOR_RATIO = 0.5;
const NAIVE_RATIO = 2;
const URLENCODED_RATIO = 0.8;
const MULTIPART_RATIO = 0.5;
const FORMS = 10_000;
const ONE_FORM_RATIO = 0.8;
/** The least share of the rate without the gateway. */
const GATEWAY_RATIO = 0.25;

/** How many submissions are accepted, each on disk before it is answered, against the baselines. */
export const accept: Part = async (scene) => {
  const { product, baselines } = scene;
  const ours = { requests: jsonSubmissions([scene.endpointId]) };
  const floor = { ...ours, baseline: baselines.floor };
  const naive = { ...ours, baseline: baselines.naive };
  await product.arrange(['ingest']);
  const one = await compare(scene, 'accept', { floor, ours, naive });
  await product.arrange(['ingest', 'ingest-2']);
  const two = await compare(scene, 'accept by two', { floor, ours });
  const [toFloor, toNaive] = [ratioOf(one.ours, one.floor), ratioOf(one.ours, one.naive)];
  return [
    rowOf('floor: bare `node:http`', one.floor),
    rowOf('naive: Express, one job per request, `everysec`', one.naive),
    {
      ...rowOf('accepted, one ingest process', one.ours),
      figure: `${times(toFloor, 'floor')}, ${times(toNaive, 'naive')}`,
      target: {
        says: `${FLOOR_RATIO} × floor, ${NAIVE_RATIO} × naive`,
        isMet: toFloor >= FLOOR_RATIO && toNaive >= NAIVE_RATIO,
      },
    },
    { ...rowOf('accepted, two ingest processes', two.ours), figure: times(ratioOf(two.ours, two.floor), 'floor') },
  ];
};

/** What the other kinds of body cost: the same form as a browser sends it by itself, which is answered with a page. */
export const bodies: Part = async (scene) => {
  const ids = [scene.endpointId];
  await scene.product.arrange(['ingest']);
  const { json, urlencoded, multipart } = await compare(scene, 'bodies', {
    json: { requests: jsonSubmissions(ids) },
    urlencoded: { requests: urlencodedSubmissions(ids) },
    multipart: { requests: multipartSubmissions(ids) },
  });
  return [
    rowOf('JSON', json),
    {
      ...rowOf('HTML form, urlencoded', urlencoded),
      ...heldAtLeast(ratioOf(urlencoded, json), URLENCODED_RATIO, 'JSON'),
    },
    { ...rowOf('HTML form, multipart', multipart), ...heldAtLeast(ratioOf(multipart, json), MULTIPART_RATIO, 'JSON') },
  ];
};

/** Whether it matters that the load goes to many forms, and that submissions are of all sizes. */
export const forms: Part = async (scene) => {
  const { product, endpointId } = scene;
  const ids = await product.makeForms(FORMS);
  await product.arrange(['ingest']);
  const { one, oneMixed, many } = await compare(scene, 'forms', {
    one: { requests: jsonSubmissions([endpointId]) },
    oneMixed: { requests: jsonSubmissions([endpointId], mixedSizes) },
    many: { requests: jsonSubmissions(ids, mixedSizes) },
  });
  const held = heldAtLeast(ratioOf(many, one), ONE_FORM_RATIO, 'one form');
  return [
    rowOf('one form, 0.2 kB', one),
    { ...rowOf('one form, 0.2–8 kB', oneMixed), figure: times(ratioOf(oneMixed, one), 'one form') },
    {
      ...rowOf('10,000 forms, 0.2–8 kB', many),
      ...held,
      figure: `${held.figure}, ${times(ratioOf(many, oneMixed), 'one form of the same sizes')}`,
    },
  ];
};

/** What the way through the gateway costs, which a website can do without by posting to ingest's own address. */
export const gateway: Part = async (scene) => {
  const { product, endpointId } = scene;
  const requests = jsonSubmissions([endpointId]);
  await buildWeb();
  await product.arrange(['ingest', 'gateway']);
  const { direct, through } = await compare(scene, 'gateway', {
    direct: { requests },
    through: { requests, targets: [product.gatewayUrl] },
  });
  return [
    rowOf('accepted without the gateway', direct),
    {
      ...rowOf('accepted through the gateway', through),
      ...heldAtLeast(ratioOf(through, direct), GATEWAY_RATIO, 'without it'),
    },
  ];
};
