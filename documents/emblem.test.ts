import { expect, test } from 'vitest';
import { drawEmblem, emblemText } from './emblem.ts';

const place = { x: 100, y: 100, radius: 90 };
const references = Array.from({ length: 300 }, (_, nth) => `PS26-7K3M-${nth}`);

function pointsOf(path: string): [x: number, y: number][] {
  return [...path.matchAll(/[ML](\S+) ([^ML]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test('the same text has the same emblem, and other texts have other emblems', () => {
  const emblems = references.map((reference) => JSON.stringify(drawEmblem(reference, place)));
  expect(references.map((text) => JSON.stringify(drawEmblem(text, place)))).toEqual(emblems);
  expect(new Set(emblems).size).toBe(references.length);
});

test('a chain is long, within the circle, and visits no atom twice', () => {
  for (const reference of references) {
    const points = pointsOf(drawEmblem(reference, place).chain);
    expect(points.length).toBeGreaterThanOrEqual(56);
    expect(new Set(points.map(String)).size).toBe(points.length);
    for (const [x, y] of points) {
      expect(Math.abs(x - place.x)).toBeLessThan(place.radius);
      expect(Math.abs(y - place.y)).toBeLessThan(place.radius);
    }
    const bonds = points.slice(1).map(([x, y], nth) => {
      const [fromX, fromY] = points[nth] ?? [0, 0];
      return Math.hypot(x - fromX, y - fromY);
    });
    expect(Math.max(...bonds) - Math.min(...bonds)).toBeLessThan(0.05);
  }
});

test('the chain is the same with and without thin chains around it, which do not touch it', () => {
  const around = { box: { x: 0, y: 0, width: 200, height: 400 }, density: () => 1 };
  const [alone, amid] = [drawEmblem('PS26', place), drawEmblem('PS26', { ...place, around })];
  expect(amid.chain).toBe(alone.chain);
  expect(alone.around).toBe('');
  const chain = new Set(pointsOf(amid.chain).map(String));
  const thin = pointsOf(amid.around);
  expect(thin.length).toBeGreaterThan(100);
  expect(thin.filter((point) => chain.has(String(point)))).toEqual([]);
});

test('a participant has the emblem of the reference, and each member of a group another one', () => {
  const single = { reference: 'PS26-7K3M-9QXW', id: 'id1', isInGroup: false };
  expect(emblemText(single)).toBe(single.reference);
  expect(emblemText({ ...single, isInGroup: true })).not.toBe(
    emblemText({ ...single, id: 'id2', isInGroup: true }),
  );
});
