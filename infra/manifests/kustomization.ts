import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const generatorSchema = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'merge']).default('create'),
  literals: z.array(z.string()).default([]),
  envs: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  options: z
    .strictObject({
      disableNameSuffixHash: z.boolean().default(false),
      labels: z.record(z.string(), z.string()).default({}),
      annotations: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
});

const imageSchema = z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string().optional() });

const patchSchema = z.strictObject({
  target: z.strictObject({ kind: z.string(), name: z.string().optional() }),
  /** A JSON patch, written as YAML. */
  patch: z.string(),
});

/** As much of kustomize as the manifests use. A field that is not here is refused, so that none is passed over. */
const schema = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z.array(generatorSchema).default([]),
  secretGenerator: z.array(generatorSchema).default([]),
  images: z.array(imageSchema).default([]),
  patches: z.array(patchSchema).default([]),
});

export type Kustomization = z.output<typeof schema>;
export type Generator = z.output<typeof generatorSchema>;
export type Patch = z.output<typeof patchSchema>;
export type ImageChange = z.output<typeof imageSchema>;

export const kustomizationFile = 'kustomization.yaml';

export async function readKustomization(folder: string): Promise<Kustomization> {
  return schema.parse(parse(await readFile(join(folder, kustomizationFile), 'utf8')));
}
