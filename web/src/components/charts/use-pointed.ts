import { type PointerEvent, useState } from 'react';

/** The cell at the pointer in a chart with equal columns and rows. */
export function usePointed(columns: number, rows = 1) {
  const [pointed, setPointed] = useState<number | null>(null);
  return {
    pointed: pointed !== null && pointed < columns * rows ? pointed : null,
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
      const column = placeOf((event.clientX - left) / width, columns);
      setPointed(placeOf((event.clientY - top) / height, rows) * columns + column);
    },
    onPointerLeave: () => setPointed(null),
  };
}

function placeOf(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}
