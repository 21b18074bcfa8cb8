/** How a panel looks. Every other key that it has is the legend of a query. */
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly stat?: string;
  readonly unit?: string;
  readonly red?: number;
  readonly redBelow?: number;
}

export interface Dashboard {
  readonly title: string;
  readonly description: string;
  readonly panels: readonly Panel[];
}

const gridColumns = 24;
const graph = { lineWidth: 1, fillOpacity: 8, showPoints: 'never' };
const options = {
  stat: { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value', graphMode: 'none' },
  timeseries: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
};

/** A dashboard as Grafana reads it, with a line for each panel. */
export function dashboardJson(uid: string, { title, description, panels }: Dashboard): string {
  const links = { asDropdown: true, includeVars: false, keepTime: true };
  const frame = {
    uid,
    title,
    description,
    tags: ['inlet'],
    timezone: 'utc',
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [] },
    links: [{ type: 'dashboards', title: 'Inlet', tags: ['inlet'], ...links }],
  };
  const lines = inRows(panels).map((panel) => JSON.stringify(panel));
  return `${JSON.stringify(frame).slice(0, -1)},"panels":[\n${lines.join(',\n')}\n]}\n`;
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
  const queries: Readonly<Record<string, string>> = stat ? { [title]: stat } : graphs;
  const type = stat ? 'stat' : 'timeseries';
  const limit = red ?? redBelow;
  const colors = redBelow === undefined ? ['green', 'red'] : ['red', 'green'];
  const steps =
    limit === undefined
      ? [{ color: 'blue', value: null }]
      : [null, limit].map((value, index) => ({ color: colors[index], value }));
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

/** What a query counts in, by the last word of its metric. */
function unitOf(queries: Readonly<Record<string, string>>): string {
  const [query = ''] = Object.values(queries);
  if (/_ratio\b/.test(query)) return 'percentunit';
  if (/_bytes\b/.test(query)) return 'bytes';
  if (/_seconds(?:_bucket)?\b/.test(query)) return 's';
  if (!query.includes('rate(')) return 'short';
  return query.includes(' / ') ? 'percentunit' : 'reqps';
}
