/** The file of a page in the folder of pages, where the gateway finds it by the page's address. */
export function pageFile(path: string): string {
  return `${path === '/' ? 'index' : path.slice(1)}.html`;
}

/** The picture that other websites show beside a link to the page. */
export function previewFile(path: string): string {
  return `previews/${path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')}.png`;
}
