/** The public pages, as the sitemap lists them. */
export async function publicPaths(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/sitemap.xml`);
  if (!answer.ok) throw new Error(`The sitemap answered ${answer.status}`);
  const locations = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  return locations.map(([, location = '']) => new URL(location).pathname);
}
