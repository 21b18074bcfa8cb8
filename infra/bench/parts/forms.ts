import { jsonSubmissions, mixedSizes } from '#load/submissions.ts';
import { compare } from '#measure-loads.ts';
import { heldAtLeast, ratioOf, rowOf, times } from '#report/row.ts';
import type { Part } from '#scene.ts';

const FORMS = 10_000;
const ONE_FORM_RATIO = 0.8;

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
