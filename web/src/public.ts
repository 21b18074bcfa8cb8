import { islands } from '#app/islands.ts';
import { takeEarlyEvents } from '#app/take-early-events.ts';
import { replay, wakeIslands } from '#app/wake-islands.ts';
import { copySamples } from '#components/site/copy-samples.ts';
import { followSlashKey } from '#components/site/follow-slash-key.ts';
import type { IslandName } from '#components/site/island.tsx';
import { ask } from '#features/pricing/api/ask.ts';
import { showOffer } from '#routes/public/show-offer.ts';

// The script of every public page. It does not contain React: an island loads React when it is needed.
wakeIslands(document, {
  async start(island) {
    const load = islands[island.dataset.island as IslandName];
    const [{ startIsland }, Component] = await Promise.all([import('#app/start-island.tsx'), load()]);
    await startIsland(island, Component);
  },
  async reload() {
    // Without a connection, a reload would show the browser's own error page.
    if (await ask('/api/config', Boolean)) window.location.reload();
  },
});
copySamples(document);
followSlashKey(document);
void showOffer(document);
for (const event of takeEarlyEvents()) replay(event);
