import { expect, it } from 'vitest';
import { type Dashboard, readDashboards } from '#alerts/dashboards.ts';

const dashboards = await readDashboards();

function overlaps({ panels }: Dashboard): string[] {
  return panels.flatMap(({ title, gridPos: a }, index) =>
    panels.slice(index + 1).flatMap(({ title: other, gridPos: b }) => {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      return apart ? [] : [`${title} and ${other}`];
    }),
  );
}

it('has each dashboard under its own name', () => {
  expect(dashboards.map(({ uid }) => `${uid}.json`)).toEqual(dashboards.map(({ file }) => file));
});

it.each(dashboards)('lays the panels of $file side by side', (dashboard) => {
  expect(overlaps(dashboard)).toEqual([]);
  expect(dashboard.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});
