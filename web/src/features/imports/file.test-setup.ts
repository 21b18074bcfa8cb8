/** A file of a person's device. jsdom's own files have no stream. */
export function fileOf(text: string, name = 'export.csv'): File {
  const stream = () => new Response(text).body;
  return Object.assign(new File([text], name), { stream });
}
