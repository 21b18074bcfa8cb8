import { readLocalConfig } from '@inlet/local/config';
import { fetchCorpus } from '#spam-quality/fetch-corpus.ts';
import { measureQuality } from '#spam-quality/measure-quality.ts';
import { qualityTable } from '#spam-quality/quality-table.ts';
import { readCorpus } from '#spam-quality/read-corpus.ts';

const corpus = await readCorpus(await fetchCorpus(readLocalConfig().dataDir, console.log));
console.log(`${corpus.length} different mails, ${corpus.filter(({ isSpam }) => isSpam).length} of them spam\n`);
console.log(qualityTable(measureQuality(corpus, console.log)));
