import { type Cell, orderRows, placeRows } from './layout-rows.ts';

/** A box to place. Sizes are in the picture's own units. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** An arrow between boxes by their places in the list; a label is a box on its way. */
interface Link {
  readonly from: number;
  readonly to: number;
  readonly label: Size | null;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Size, Point {}

export interface Route {
  /** From the arrow's start to its head: straight from an even one to the next, curved from an odd one to the next. */
  readonly points: readonly Point[];
  readonly label: Box | null;
}

export interface Layout extends Size {
  readonly boxes: readonly Box[];
  /** One for each link, in order. */
  readonly routes: readonly Route[];
}

const gapY = 46;
/** Of a gap between rows, what arrows run straight in at either side, so that heads point at their boxes. */
const straight = 10;
const margin = 14;
const loopWidth = 26;
/** Above this, a picture helps nobody, and takes seconds to lay out. */
const maxCells = 4000;

/**
 * Places boxes in rows, top to bottom, so that none touches another and every arrow passes between them. The list's
 * order is the direction: an arrow to an earlier box is drawn upwards. Null for a picture that would be too large.
 */
export function layeredLayout(sizes: readonly Size[], links: readonly Link[]): Layout | null {
  const rows = rowsOf(sizes, links);
  const length = ({ from, to }: Link) => Math.abs((rows[from] ?? 0) - (rows[to] ?? 0));
  if (sizes.length + links.reduce((sum, link) => sum + length(link), 0) > maxCells) return null;

  const newCell = (row: number, { width, height }: Size): Cell => {
    return { row, width, height, center: 0, above: [], below: [] };
  };
  const aside = new Map<number, number>();
  for (const { from, to, label } of links) {
    if (from === to) aside.set(from, Math.max(aside.get(from) ?? 0, loopWidth + (label?.width ?? 0)));
  }
  const cells = sizes.map(({ width, height }, index) =>
    newCell(rows[index] ?? 0, { width: width + 2 * (aside.get(index) ?? 0), height }),
  );
  const chains = links.map(({ from, to, label }): { chain: Cell[]; labelled: Cell | null } => {
    const [upper, lower] = [cells[Math.min(from, to)] as Cell, cells[Math.max(from, to)] as Cell];
    if (upper === lower) return { chain: [upper], labelled: null };
    // The label stands next to where the arrow starts.
    const labelRow = label === null ? -1 : from < to ? upper.row + 1 : lower.row - 1;
    let labelled: Cell | null = null;
    const chain = [upper];
    for (let row = upper.row + 1; row < lower.row; row++) {
      const cell = newCell(row, row === labelRow && label !== null ? label : { width: 2, height: 0 });
      if (row === labelRow) labelled = cell;
      chain.push(cell);
    }
    chain.push(lower);
    chain.forEach((cell, index) => {
      const next = chain[index + 1];
      if (next === undefined) return;
      cell.below.push(next);
      next.above.push(cell);
    });
    return { chain, labelled };
  });

  const grid = toGrid([...new Set([...cells, ...chains.flatMap(({ chain }) => chain)])]);
  orderRows(grid);
  placeRows(grid, margin);
  const tops = rowTops(grid);
  const boxOf = (cell: Cell, size: Size): Box => {
    const { top, height } = tops[cell.row] ?? { top: 0, height: 0 };
    const y = top + (height - size.height) / 2;
    return { x: cell.center - size.width / 2, y, width: size.width, height: size.height };
  };
  const boxes = cells.map((cell, index) => boxOf(cell, sizes[index] ?? cell));
  const placeOf = new Map(cells.map((cell, index) => [cell, index]));
  const boxAt = (cell: Cell | undefined) => boxes[cell === undefined ? 0 : (placeOf.get(cell) ?? 0)] as Box;
  const chainsOnly = chains.map(({ chain }) => chain);
  const starts = portsOf(chainsOnly, 'below', boxAt);
  const ends = portsOf(chainsOnly, 'above', boxAt);
  const routes = chains.map(({ chain, labelled }, index): Route => {
    const { from, to } = links[index] ?? { from: 0, to: 0 };
    if (from === to) return loopAt(boxes[from] as Box, links[index]?.label ?? null);
    const points = chain.flatMap((cell, at): Point[] => {
      const { top, height } = tops[cell.row] ?? { top: 0, height: 0 };
      const [upper, lower] = [
        { x: cell.center, y: top - straight },
        { x: cell.center, y: top + height + straight },
      ];
      if (at === 0) {
        const start = starts.get(index) ?? lower;
        return [start, { x: start.x, y: lower.y }];
      }
      if (at === chain.length - 1) {
        const end = ends.get(index) ?? upper;
        return [{ x: end.x, y: upper.y }, end];
      }
      return [upper, lower];
    });
    const label = labelled === null ? null : boxOf(labelled, labelled);
    return { points: from < to ? points : points.reverse(), label };
  });
  const last = tops.at(-1) ?? { top: 0, height: 0 };
  const right = Math.max(0, ...grid.flat().map(({ center, width }) => center + width / 2));
  return { width: right + margin, height: last.top + last.height + margin, boxes, routes };
}

/** The row of each box: below everything that leads to it, with a row to spare for a label. */
function rowsOf(sizes: readonly Size[], links: readonly Link[]): number[] {
  const rows = sizes.map(() => 0);
  const byLower = sizes.map((): { upper: number; span: number }[] => []);
  for (const { from, to, label } of links) {
    const upper = Math.min(from, to);
    if (from !== to) byLower[Math.max(from, to)]?.push({ upper, span: label === null ? 1 : 2 });
  }
  byLower.forEach((above, index) => {
    rows[index] = Math.max(0, ...above.map(({ upper, span }) => (rows[upper] ?? 0) + span));
  });
  return rows;
}

function toGrid(cells: readonly Cell[]): Cell[][] {
  const grid: Cell[][] = [];
  for (const cell of cells) {
    while (grid.length <= cell.row) grid.push([]);
    grid[cell.row]?.push(cell);
  }
  return grid;
}

function rowTops(grid: readonly (readonly Cell[])[]): { top: number; height: number }[] {
  let top = margin;
  return grid.map((row) => {
    const height = Math.max(0, ...row.map((cell) => cell.height));
    const own = { top, height };
    top += height + gapY;
    return own;
  });
}

/** Where each chain meets the box at its upper (`below`) or lower end: spread over the edge in the order of where they go. */
function portsOf(
  chains: readonly (readonly Cell[])[],
  side: 'above' | 'below',
  boxAt: (cell: Cell | undefined) => Box,
): ReadonlyMap<number, Point> {
  const meeting = new Map<Box, { chain: number; toward: number }[]>();
  chains.forEach((cells, chain) => {
    if (cells.length < 2) return;
    const [own, next] = side === 'below' ? [cells[0], cells[1]] : [cells.at(-1), cells.at(-2)];
    const box = boxAt(own);
    meeting.set(box, [...(meeting.get(box) ?? []), { chain, toward: next?.center ?? 0 }]);
  });
  const ports = new Map<number, Point>();
  for (const [box, list] of meeting) {
    list.sort((a, b) => a.toward - b.toward || a.chain - b.chain);
    list.forEach(({ chain }, at) => {
      const share = 0.15 + (0.7 * (at + 1)) / (list.length + 1);
      const y = side === 'above' ? box.y : box.y + box.height;
      ports.set(chain, { x: box.x + box.width * share, y });
    });
  }
  return ports;
}

/** An arrow from a box to itself, at its right side. */
function loopAt(box: Box, label: Size | null): Route {
  const x = box.x + box.width;
  const [start, end] = [box.y + box.height * 0.7, box.y + box.height * 0.3];
  const out = x + loopWidth * 0.7;
  const points = [
    { x, y: start },
    { x: out, y: start },
    { x: out, y: end },
    { x, y: end },
  ];
  return {
    points,
    label: label && { ...label, x: x + loopWidth, y: (start + end) / 2 - label.height / 2 },
  };
}
