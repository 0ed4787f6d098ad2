import type { FlowNodeType } from '../../../../guidance/katas/flowchart/flowchart.ts';
import type { Box, Point } from './layered-layout.ts';

/** A coordinate as SVG needs it, without a tail of digits. */
export function roundCoordinate(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The path of an arrow: straight and curved in turn; curves leave and arrive in the picture's direction. */
export function curvePath(points: readonly Point[], direction: 'down' | 'right'): string {
  return points
    .map(({ x, y }, index) => {
      const end = `${roundCoordinate(x)} ${roundCoordinate(y)}`;
      if (index === 0) return `M${end}`;
      const last = points[index - 1] as Point;
      if (index % 2 === 1) return `L${end}`;
      const [midX, midY] = [(last.x + x) / 2, (last.y + y) / 2];
      return direction === 'down'
        ? `C${roundCoordinate(last.x)} ${roundCoordinate(midY)} ${roundCoordinate(x)} ${roundCoordinate(midY)} ${end}`
        : `C${roundCoordinate(midX)} ${roundCoordinate(last.y)} ${roundCoordinate(midX)} ${roundCoordinate(y)} ${end}`;
    })
    .join('');
}

const slant = 18;

/** The shape of a box: pointed for decisions, round for ends, with a bar where ways part or meet. */
export function outline(type: FlowNodeType, box: Box): string {
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height].map(
    roundCoordinate,
  ) as [number, number, number, number];
  const middle = roundCoordinate(box.y + box.height / 2);
  switch (type) {
    case 'decision':
      return `M${left + slant} ${top}H${right - slant}L${right} ${middle}L${right - slant} ${bottom}H${left + slant}L${left} ${middle}Z`;
    case 'terminator':
      return rounded(left, top, right, bottom, Math.min(22, box.height / 2));
    case 'fork':
      return `${rounded(left, top, right, bottom, 3)}M${left} ${roundCoordinate(bottom - 4)}H${right}`;
    case 'sync':
      return `${rounded(left, top, right, bottom, 3)}M${left} ${roundCoordinate(top + 4)}H${right}`;
    case 'process':
      return rounded(left, top, right, bottom, 5);
  }
}

function rounded(left: number, top: number, right: number, bottom: number, radius: number): string {
  const arc = (x: number, y: number) =>
    `A${radius} ${radius} 0 0 1 ${roundCoordinate(x)} ${roundCoordinate(y)}`;
  return [
    `M${roundCoordinate(left + radius)} ${top}H${roundCoordinate(right - radius)}`,
    `${arc(right, top + radius)}V${roundCoordinate(bottom - radius)}`,
    `${arc(right - radius, bottom)}H${roundCoordinate(left + radius)}`,
    `${arc(left, bottom - radius)}V${roundCoordinate(top + radius)}`,
    `${arc(left + radius, top)}Z`,
  ].join('');
}
