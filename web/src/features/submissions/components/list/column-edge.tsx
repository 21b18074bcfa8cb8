import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { narrowestColumn, widestColumn } from '#features/submissions/fields.ts';

interface ColumnEdgeProps {
  readonly name: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}

const step = 16;

/** The right edge of a column: dragging it or pressing arrow keys on it changes the width. */
export function ColumnEdge({ name, width, onResize }: ColumnEdgeProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);

  function down(event: PointerEvent<HTMLElement>) {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width };
  }

  /** During a drag only the style changes; the width is saved once, at the end. */
  function move(event: PointerEvent<HTMLElement>) {
    if (from.current === null) return;
    const table = event.currentTarget.closest('table');
    const column = Number(event.currentTarget.dataset['column']);
    // safe because: the page itself has written the style
    const tracks = table?.style.getPropertyValue('--columns').split(/ (?![^(]*\))/) ?? [];
    tracks[column] = `${widthAt(event)}px`;
    table?.style.setProperty('--columns', tracks.join(' '));
  }

  function up(event: PointerEvent<HTMLElement>) {
    if (from.current === null) return;
    onResize(widthAt(event));
    from.current = null;
  }

  function widthAt({ clientX }: PointerEvent): number {
    const { x, width: before } = from.current ?? { x: clientX, width };
    return within(before + clientX - x);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(within(width + by));
  }

  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={width}
      aria-valuemin={narrowestColumn}
      aria-valuemax={widestColumn}
      tabIndex={0}
      ref={(edge) => {
        // The column's index among the tracks of the list.
        const cell = edge?.parentElement;
        if (edge && cell?.parentElement)
          edge.dataset['column'] = String([...cell.parentElement.children].indexOf(cell));
      }}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={onKeyDown}
      className="-right-2.5 m-0 border-0 absolute inset-y-0 w-3 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1.5 after:w-px after:bg-line hover:after:bg-accent focus-visible:outline-offset-0"
    />
  );
}

function within(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
}
