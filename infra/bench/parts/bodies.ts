import { jsonSubmissions, multipartSubmissions, urlencodedSubmissions } from '#load/submissions.ts';
import { compare } from '#measure-loads.ts';
import { heldAtLeast, ratioOf, rowOf } from '#report/row.ts';
import type { Part } from '#scene.ts';

const URLENCODED_RATIO = 0.8;
const MULTIPART_RATIO = 0.5;

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
