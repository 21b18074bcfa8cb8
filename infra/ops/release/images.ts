/** The images of a release. `docker-compose.build.yml` builds the same ones. */
export const images = ['account', 'worker', 'ingest', 'gateway', 'tools'] as const;

export const platforms = ['linux/amd64', 'linux/arm64'] as const;

/** The digest of each image, as in `sha256:...`. */
export type Digests = Readonly<Record<string, string>>;

// safe because: it reads our own files
const ownImage = /(:-localhost\}|\bimage: localhost)(\/inlet-([a-z]+):[\w.-]+)/g;

/** The text of a compose file or a manifest with the registry and, where they are known, the digests of the images. */
export function withImages(text: string, registry: string, digests: Digests): string {
  return text.replaceAll(ownImage, (_, before: string, image: string, name: string) => {
    const digest = digests[name];
    return `${before.replace('localhost', () => registry)}${image}${digest ? `@${digest}` : ''}`;
  });
}
