/** The file of a page, which the gateway finds by the page's address. */
export function pageFile(path: string): string {
  return `pages${path === '/' ? '/index' : path}.html`;
}

/** The picture that other websites show beside a link to the page. */
export function previewFile(path: string): string {
  return `previews/${path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')}.png`;
}
