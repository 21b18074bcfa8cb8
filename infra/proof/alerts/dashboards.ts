import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import * as z from 'zod';

const folder = join(projectRoot, 'infra/monitoring/grafana/dashboards');

const dashboardSchema = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z
    .array(
      z.object({
        title: z.string(),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
      }),
    )
    .min(1),
});

export interface Dashboard extends z.infer<typeof dashboardSchema> {
  readonly file: string;
}

/** The dashboards as Grafana reads them. */
export async function readDashboards(): Promise<Dashboard[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      file,
      ...dashboardSchema.parse(JSON.parse(await readFile(join(folder, file), 'utf8'))),
    })),
  );
}
