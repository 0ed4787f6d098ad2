import type { Flowchart, FlowNodeType } from '../../../../guidance/katas/flowchart/flowchart.ts';
import { orderSteps, type Step } from '../../../../guidance/katas/flowchart/flowchart-order.ts';
import { oneLine } from '../../../../render/foreign-text.ts';
import { type Box, layeredLayout } from './layered-layout.ts';
import { curvePath, outline, roundCoordinate } from './svg-path.ts';
import { type TextBlock, wrapText } from './wrap-text.ts';

export interface PictureText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface FlowchartPicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly {
    readonly step: number;
    readonly type: FlowNodeType;
    readonly reachable: boolean;
    readonly box: Box;
    readonly outline: string;
    readonly role: PictureText | null;
    readonly lines: readonly PictureText[];
    readonly number: PictureText;
  }[];
  readonly edges: readonly {
    readonly path: string;
    readonly retry: boolean;
    readonly labels: readonly PictureText[];
  }[];
}

const fontSize = 13;
const lineHeight = 17;
const maxTextWidth = 184;
const padding = { x: 18, y: 12 };
const labelSize = { fontSize: 12, lineHeight: 15 };

/** The flowchart as boxes and arrows to draw; null for one that is too large for a picture. */
export function flowchartPicture(flowchart: Flowchart): FlowchartPicture | null {
  const steps = orderSteps(flowchart);
  const texts = steps.map(textsOf);
  const edges = steps.flatMap(({ number, edges: own }) =>
    own.map(({ target, label, retry }) => {
      const block =
        label === null || label.trim() === ''
          ? null
          : wrapText(oneLine(label), { fontSize: labelSize.fontSize, maxWidth: 130, maxLines: 4 });
      return { from: number - 1, to: target - 1, retry, block };
    }),
  );
  const layout = layeredLayout(
    texts.map(({ width, height }) => ({ width, height })),
    edges.map(({ from, to, block }) => ({
      from,
      to,
      label: block && { width: block.width + 10, height: block.lines.length * labelSize.lineHeight },
    })),
  );
  if (layout === null) return null;
  return {
    width: roundCoordinate(layout.width),
    height: roundCoordinate(layout.height),
    nodes: steps.map(({ number, node, reachable }, index) => {
      const box = layout.boxes[index] as Box;
      const { role, lines } = texts[index] as (typeof texts)[number];
      const all = [...(role === null ? [] : [role]), ...lines.lines];
      const placed = placedLines(all, box, lineHeight);
      return {
        step: number,
        type: node.type,
        reachable,
        box,
        outline: outline(node.type, box),
        role: role === null ? null : (placed[0] ?? null),
        lines: role === null ? placed : placed.slice(1),
        number: { text: String(number), x: roundCoordinate(box.x + 4), y: roundCoordinate(box.y - 4) },
      };
    }),
    edges: edges.map(({ retry, block }, index) => {
      const { points, label } = layout.routes[index] ?? { points: [], label: null };
      const labels =
        block === null || label === null ? [] : placedLines(block.lines, label, labelSize.lineHeight);
      return { path: curvePath(points, 'down'), retry, labels };
    }),
  };
}

function textsOf({ node }: Step): { role: string | null; lines: TextBlock; width: number; height: number } {
  const lines = wrapText(oneLine(node.description).replace(/`([^`]*)`/g, '$1'), {
    fontSize,
    maxWidth: maxTextWidth,
    maxLines: 8,
  });
  const roleBlock =
    node.role === null
      ? null
      : wrapText(oneLine(node.role), { fontSize, maxWidth: maxTextWidth, maxLines: 1 });
  const role = roleBlock?.lines[0] ?? null;
  const textWidth = Math.max(70, lines.width, (roleBlock?.width ?? 0) * 1.06);
  // The slanted sides of a decision take room.
  const sides = node.type === 'decision' ? 3.2 : 2;
  return {
    role,
    lines,
    width: textWidth + sides * padding.x,
    height: (lines.lines.length + (role === null ? 0 : 1)) * lineHeight + 2 * padding.y,
  };
}

/** Lines one below the other, in the middle of a box. */
function placedLines(lines: readonly string[], box: Box, height: number): PictureText[] {
  const x = roundCoordinate(box.x + box.width / 2);
  const first = box.y + box.height / 2 - ((lines.length - 1) * height) / 2;
  return lines.map((text, index) => ({
    text,
    x,
    y: roundCoordinate(first + index * height + height * 0.27),
  }));
}
