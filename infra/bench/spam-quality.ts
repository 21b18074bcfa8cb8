import { readLocalConfig } from '@inlet/local/config';
import { fetchCorpus, readCorpus } from '#spam-quality/corpus.ts';
import { measureQuality, qualityTable } from '#spam-quality/measure-quality.ts';

const corpus = await readCorpus(await fetchCorpus(readLocalConfig().dataDir));
console.log(`${corpus.length} different mails, ${corpus.filter(({ isSpam }) => isSpam).length} of them spam\n`);
console.log(qualityTable(measureQuality(corpus, console.log)));
