import { jsonSubmissions, multipartSubmissions, urlencodedSubmissions } from '#load/submissions.ts';
import type { Measurement } from '#measure/measurement.ts';
import { measureAccepted, warmUp } from '#measure-loads.ts';
import { type Row, ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inTurn, type Part } from '#scene.ts';

const URLENCODED_RATIO = 0.8;
const MULTIPART_RATIO = 0.5;

/** What the other kinds of body cost: the same form as a browser sends it by itself, which is answered with a page. */
export const bodies: Part = async (scene) => {
  const ids = [scene.endpointId];
  const kinds = {
    json: jsonSubmissions(ids),
    urlencoded: urlencodedSubmissions(ids),
    multipart: multipartSubmissions(ids),
  };
  await scene.product.arrange({ ingests: 1, workers: 0, gateways: 0 });
  for (const requests of Object.values(kinds)) await warmUp(scene, { requests });
  const { json, urlencoded, multipart } = await inTurn(scene, 'bodies', {
    json: () => measureAccepted(scene, { requests: kinds.json }),
    urlencoded: () => measureAccepted(scene, { requests: kinds.urlencoded }),
    multipart: () => measureAccepted(scene, { requests: kinds.multipart }),
  });
  const row = (what: string, measured: readonly Measurement[], atLeast: number): Row => {
    const ratio = ratioOf(measured, json);
    const target = { says: `${atLeast} × JSON`, isMet: ratio >= atLeast };
    return { ...rowOf(what, measured), figure: times(ratio, 'JSON'), target };
  };
  return [
    rowOf('JSON', json),
    row('HTML form, urlencoded', urlencoded, URLENCODED_RATIO),
    row('HTML form, multipart', multipart, MULTIPART_RATIO),
  ];
};
