import { expect, test } from 'vitest';
import { drawEmblem, emblemText } from './emblem.ts';

const place = { x: 100, y: 100, radius: 90 };
const lattices = ['square', 'honeycomb'] as const;
const references = Array.from({ length: 300 }, (_, nth) => `PS26-7K3M-${nth}`);

function pointsOf(path: string): [x: number, y: number][] {
  return [...path.matchAll(/[ML](\S+) ([^ML]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test.each(lattices)('on a %s lattice each text has an emblem of its own', (lattice) => {
  const emblems = references.map((reference) =>
    JSON.stringify(drawEmblem(reference, place, lattice)),
  );
  expect(references.map((text) => JSON.stringify(drawEmblem(text, place, lattice)))).toEqual(
    emblems,
  );
  expect(new Set(emblems).size).toBe(references.length);
});

test.each(lattices)('on a %s lattice a line is long and visits no point twice', (lattice) => {
  for (const reference of references) {
    const points = pointsOf(drawEmblem(reference, place, lattice).line);
    expect(points.length).toBeGreaterThanOrEqual(56);
    expect(new Set(points.map(String)).size).toBe(points.length);
    for (const [x, y] of points) {
      expect(Math.abs(x - place.x)).toBeLessThan(place.radius);
      expect(Math.abs(y - place.y)).toBeLessThan(place.radius);
    }
    const steps = points.slice(1).map(([x, y], nth) => {
      const [fromX, fromY] = points[nth] ?? [0, 0];
      return Math.hypot(x - fromX, y - fromY);
    });
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.05);
  }
});

test('the line is the same with and without thin lines around it, which do not touch it', () => {
  const around = { box: { x: 0, y: 0, width: 200, height: 400 }, density: () => 1 };
  const [alone, amid] = [
    drawEmblem('PS26', place, 'honeycomb'),
    drawEmblem('PS26', { ...place, around }, 'honeycomb'),
  ];
  expect(amid.line).toBe(alone.line);
  expect(alone.around).toBe('');
  const line = new Set(pointsOf(amid.line).map(String));
  const thin = pointsOf(amid.around);
  expect(thin.length).toBeGreaterThan(100);
  expect(thin.filter((point) => line.has(String(point)))).toEqual([]);
});

test('a participant has the emblem of the reference, and each member of a group another one', () => {
  const single = { reference: 'PS26-7K3M-9QXW', id: 'id1', isInGroup: false };
  expect(emblemText(single)).toBe(single.reference);
  expect(emblemText({ ...single, isInGroup: true })).not.toBe(
    emblemText({ ...single, id: 'id2', isInGroup: true }),
  );
});
