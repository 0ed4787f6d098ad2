/** A box, a label, or the place where a long arrow passes a row. */
export interface Cell {
  readonly width: number;
  readonly height: number;
  readonly row: number;
  center: number;
  readonly above: Cell[];
  readonly below: Cell[];
}

const gapX = 24;
const sweeps = 24;

/** Sorts each row by where its neighbours stand, down and up again, so that few arrows cross. */
export function orderRows(grid: Cell[][]): void {
  const places = new Map<Cell, number>();
  const number = (row: Cell[]) => {
    for (const [index, cell] of row.entries()) places.set(cell, index);
  };
  grid.forEach(number);
  const mean = (cell: Cell, near: readonly Cell[]) =>
    near.length === 0
      ? (places.get(cell) ?? 0)
      : near.reduce((sum, other) => sum + (places.get(other) ?? 0), 0) / near.length;
  // The last sweep goes down: then no two arrows of a tree cross.
  for (let sweep = 0; sweep <= sweeps; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? grid : [...grid].reverse()) {
      const wanted = new Map(row.map((cell) => [cell, mean(cell, down ? cell.above : cell.below)]));
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      number(row);
    }
  }
}

/** Puts each cell as near to the middle of its neighbours as its row allows, the leftmost at `margin`. */
export function placeRows(grid: readonly Cell[][], margin: number): void {
  for (const row of grid) settle(row, () => 0);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const row of grid) settle(row, (cell) => middle(cell.above) ?? cell.center);
    for (const row of [...grid].reverse()) settle(row, (cell) => middle(cell.below) ?? cell.center);
  }
  for (const row of grid) settle(row, (cell) => middle([...cell.above, ...cell.below]) ?? cell.center);
  const left = Math.min(...grid.flat().map(({ center, width }) => center - width / 2));
  for (const cell of grid.flat()) cell.center += margin - left;
}

function middle(cells: readonly Cell[]): number | null {
  return cells.length === 0 ? null : cells.reduce((sum, { center }) => sum + center, 0) / cells.length;
}

/** The places nearest to the wanted ones that keep order and gaps: pooling of neighbours that are in each other's way. */
function settle(row: readonly Cell[], wanted: (cell: Cell) => number): void {
  const pools: { sum: number; cells: { cell: Cell; offset: number }[] }[] = [];
  let offset = 0;
  row.forEach((cell, index) => {
    const before = row[index - 1];
    if (before !== undefined) offset += (before.width + cell.width) / 2 + gapX;
    pools.push({ sum: wanted(cell) - offset, cells: [{ cell, offset }] });
    for (
      let last = pools.at(-1), next = pools.at(-2);
      last && next;
      last = pools.at(-1), next = pools.at(-2)
    ) {
      if (next.sum / next.cells.length <= last.sum / last.cells.length) break;
      pools.splice(-2, 2, { sum: next.sum + last.sum, cells: [...next.cells, ...last.cells] });
    }
  });
  for (const { sum, cells } of pools) {
    for (const one of cells) one.cell.center = sum / cells.length + one.offset;
  }
}
