import { parse } from 'yaml';
import { readProjectFile } from '#manifests/project-files.ts';

/** The layout of a panel. Every other key of it is the legend of a query. */
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly stat?: string;
  readonly unit?: string;
  readonly red?: number;
  readonly redBelow?: number;
}

type Queries = Readonly<Record<string, string>>;
type Dashboards = Readonly<Record<string, { title: string; description: string; panels: readonly Panel[] }>>;

const gridColumns = 24;
const graph = { lineWidth: 1, fillOpacity: 8, showPoints: 'never' };
const options = {
  stat: { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value', graphMode: 'none' },
  timeseries: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
};
const links = [
  { type: 'dashboards', title: 'Inlet', tags: ['inlet'], asDropdown: true, includeVars: false, keepTime: true },
];

/** The dashboards as Grafana reads them, with a line for each panel. */
export function dashboardFiles() {
  const dashboards: Dashboards = parse(readProjectFile('infra/monitoring/grafana/dashboards.yml'));
  return Object.entries(dashboards).map(([uid, { panels: described, ...heading }]) => {
    const panels = inRows(described);
    const frame = {
      uid,
      ...heading,
      tags: ['inlet'],
      timezone: 'utc',
      schemaVersion: 39,
      version: 1,
      editable: true,
      refresh: '30s',
      time: { from: 'now-3h', to: 'now' },
      templating: { list: [] },
      links,
    };
    const lines = panels.map((panel) => JSON.stringify(panel)).join(',\n');
    const text = `${JSON.stringify(frame).slice(0, -1)},"panels":[\n${lines}\n]}\n`;
    return { file: `${uid}.json`, panels, text };
  });
}

/** Fills rows from left to right. */
function inRows(panels: readonly Panel[]) {
  const next = { x: 0, y: 0, h: 0 };
  return panels.map((panel, index) => {
    const [w, h] = panel.stat ? [4, 4] : [12, 8];
    if (next.x + w > gridColumns) Object.assign(next, { x: 0, y: next.y + next.h });
    const gridPos = { x: next.x, y: next.y, w, h };
    Object.assign(next, { x: next.x + w, h });
    return { id: index + 1, gridPos, ...panelJson(panel) };
  });
}

function panelJson({ title, description, stat, unit, red, redBelow, ...graphs }: Panel) {
  const queries: Queries = stat ? { [title]: stat } : graphs;
  const type = stat ? 'stat' : 'timeseries';
  const limit = red ?? redBelow;
  const [below, above] = redBelow === undefined ? ['green', 'red'] : ['red', 'green'];
  const limited = [
    { color: below, value: null },
    { color: above, value: limit },
  ];
  const steps = limit === undefined ? [{ color: 'blue', value: null }] : limited;
  const custom = limit === undefined ? graph : { ...graph, thresholdsStyle: { mode: 'line' } };
  const thresholds = (stat || limit !== undefined) && { thresholds: { mode: 'absolute', steps } };
  return {
    type,
    title,
    description,
    datasource: { type: 'prometheus', uid: 'prometheus' },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: 'ABC'[index],
      expr,
      legendFormat,
    })),
    fieldConfig: {
      defaults: { unit: unit ?? unitOf(queries), min: 0, ...(!stat && { custom }), ...thresholds },
      overrides: [],
    },
    options: options[type],
  };
}

/** The unit of a query, by the last word of its metric. */
function unitOf(queries: Queries): string {
  const [query = ''] = Object.values(queries);
  if (/_ratio\b/.test(query)) return 'percentunit';
  if (/_bytes\b/.test(query)) return 'bytes';
  if (/_seconds(?:_bucket)?\b/.test(query)) return 's';
  if (!query.includes('rate(')) return 'short';
  return query.includes(' / ') ? 'percentunit' : 'reqps';
}
