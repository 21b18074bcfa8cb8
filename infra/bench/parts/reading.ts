import { measureExports } from '#reading/exports.ts';
import { listRows, measureLists } from '#reading/lists.ts';
import { openReader } from '#reading/reader.ts';
import { measureIndexing, measureSearch } from '#reading/search.ts';
import { largeRows, seedForms, seedLarge, seedSmall, smallRows } from '#reading/seed.ts';
import type { Part } from '#scene.ts';

/** The cost of reading with few and with many stored submissions: pages, exports and the search. */
export const reading: Part = async (scene) => {
  const { product } = scene;
  await product.arrange(['ingest']);
  const readers = {
    small: await openReader(product.accountUrl, 'small@example.com'),
    large: await openReader(product.accountUrl, 'large@example.com'),
    stranger: await openReader(product.accountUrl, 'stranger@example.com'),
  };
  try {
    const [smallForm = ''] = await seedForms(product, readers.small.userId);
    await seedSmall(product.pool, smallForm);
    const small = await measureLists(scene, readers.small, smallForm, smallRows);

    console.log(`Storing ${largeRows.toLocaleString('en')} submissions`);
    const largeForms = await seedForms(product, readers.large.userId);
    const [largeForm = ''] = largeForms;
    await seedLarge(product, largeForms, readers.stranger.userId);
    const large = await measureLists(scene, readers.large, largeForm, largeRows);

    const rows = [...listRows(small, large), ...(await measureExports(scene, readers.large, largeForm))];
    await product.arrange(['ingest', 'worker']);
    return [
      ...rows,
      ...(await measureIndexing(scene, readers.large, largeForm)),
      ...(await measureSearch(scene, readers.large, largeForm)),
    ];
  } finally {
    for (const reader of Object.values(readers)) reader.close();
    await product.tally.reset();
    const userIds = Object.values(readers).map(({ userId }) => userId);
    await product.pool.query('delete from users where id = any($1)', [userIds]);
  }
};
