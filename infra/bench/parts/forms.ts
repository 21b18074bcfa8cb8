import { jsonSubmissions, mixedSubmissions } from '#load/submissions.ts';
import { measureAccepted, warmUp } from '#measure-loads.ts';
import { ratioOf, rowOf } from '#report/row.ts';
import { times } from '#report/times.ts';
import { inTurn, type Part } from '#scene.ts';

const FORMS = 10_000;
const ONE_FORM_RATIO = 0.8;

/** Whether it matters that the load goes to many forms, and that submissions are of all sizes. */
export const forms: Part = async (scene) => {
  const loads = {
    one: jsonSubmissions([scene.endpointId]),
    oneMixed: mixedSubmissions([scene.endpointId]),
    many: mixedSubmissions(await scene.product.makeForms(FORMS)),
  };
  await scene.product.arrange({ ingests: 1, workers: 0, gateways: 0 });
  for (const requests of Object.values(loads)) await warmUp(scene, { requests });
  const { one, oneMixed, many } = await inTurn(scene, 'forms', {
    one: () => measureAccepted(scene, { requests: loads.one }),
    oneMixed: () => measureAccepted(scene, { requests: loads.oneMixed }),
    many: () => measureAccepted(scene, { requests: loads.many }),
  });
  const ratio = ratioOf(many, one);
  return [
    rowOf('one form, 0.2 kB', one),
    { ...rowOf('one form, 0.2–8 kB', oneMixed), figure: times(ratioOf(oneMixed, one), 'one form') },
    {
      ...rowOf('10,000 forms, 0.2–8 kB', many),
      figure: `${times(ratio, 'one form')}, ${times(ratioOf(many, oneMixed), 'one form of the same sizes')}`,
      target: { says: `${ONE_FORM_RATIO} × one form`, isMet: ratio >= ONE_FORM_RATIO },
    },
  ];
};
