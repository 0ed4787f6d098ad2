import { type Box, layeredLayout } from './layered-layout.ts';
import { curvePath, roundCoordinate } from './svg-path.ts';
import { wrapText } from './wrap-text.ts';

/** What the picture shows of a scope. */
interface LineageScope {
  readonly name: string;
  readonly href: string;
  readonly parents: readonly string[];
  readonly trouble: string | null;
  /** Scopes in its lineage: more than any of its ancestors has. */
  readonly generation: number;
}

export interface LineagePicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly {
    readonly card: LineageScope;
    readonly box: Box;
    readonly lines: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  }[];
  readonly paths: readonly string[];
}

const fontSize = 14;
const lineHeight = 18;

/** Scopes from left to right, parents before children, with a line for each inheritance; null if there are too many. */
export function lineagePicture(cards: readonly LineageScope[]): LineagePicture | null {
  // An ancestor's lineage is part of its descendants', so the shorter comes first.
  const ordered = [...cards].sort((a, b) => a.generation - b.generation || (a.name < b.name ? -1 : 1));
  const places = new Map(ordered.map(({ name }, index) => [name, index]));
  const texts = ordered.map(({ name }) => wrapText(name, { fontSize, maxWidth: 190, maxLines: 3 }));
  // The layout goes downwards: width and height change places.
  const length = Math.max(90, ...texts.map(({ width }) => width)) + 28;
  const sizes = texts.map(({ lines }) => ({ height: length, width: lines.length * lineHeight + 16 }));
  const links = ordered.flatMap(({ parents }, to) =>
    parents.flatMap((parent) => {
      const from = places.get(parent);
      return from === undefined || from >= to ? [] : [{ from, to, label: null }];
    }),
  );
  const layout = layeredLayout(sizes, links);
  if (layout === null) return null;
  return {
    width: roundCoordinate(layout.height),
    height: roundCoordinate(layout.width),
    nodes: ordered.map((card, index) => {
      const turned = layout.boxes[index] as Box;
      const box = {
        x: roundCoordinate(turned.y),
        y: roundCoordinate(turned.x),
        width: roundCoordinate(turned.height),
        height: roundCoordinate(turned.width),
      };
      const lines = texts[index]?.lines ?? [];
      const first = box.y + box.height / 2 - ((lines.length - 1) * lineHeight) / 2 + 5;
      return {
        card,
        box,
        lines: lines.map((text, at) => ({
          text,
          x: roundCoordinate(box.x + box.width / 2),
          y: roundCoordinate(first + at * lineHeight),
        })),
      };
    }),
    paths: layout.routes.map(({ points }) =>
      curvePath(
        points.map(({ x, y }) => ({ x: y, y: x })),
        'right',
      ),
    ),
  };
}
