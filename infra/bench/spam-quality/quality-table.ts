import { heldOut, type Quality, seeds, thresholds } from '#spam-quality/measure-quality.ts';

/** The figures as a table in Markdown. */
export function qualityTable(qualities: readonly Quality[]): string {
  const titles = ['marks', ...thresholds.flatMap((at) => [`caught at ${at}`, `wrong at ${at}`]), 'AUC'];
  const rows = qualities.map(({ marks, auc, at }) => [
    marks.toLocaleString('en'),
    ...at.flatMap(({ recall, wrong }) => [`${(recall * 100).toFixed(1)} %`, `${wrong} of ${heldOut.good}`]),
    auc.toFixed(4),
  ]);
  const lines = [titles, titles.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, '', `Medians of the seeds ${seeds.join(', ')}.`].join('\n');
}
