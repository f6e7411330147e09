/** A part of a text that is other in two versions: lines `start` to `end` of the old one became `lines`. */
type Hunk = { start: number; end: number; lines: string[] };

/** The differences of two texts by lines. */
function hunksOf(before: string, after: string): Hunk[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const hunks: Hunk[] = [];
  let [at, to] = [0, 0];
  const put = (end: number, until: number) => {
    if (at < end || to < until) {
      hunks.push({ start: head + at, end: head + end, lines: right.slice(to, until) });
    }
  };
  for (const [one, other] of commonLines(left, right)) {
    put(one, other);
    [at, to] = [one + 1, other + 1];
  }
  put(left.length, right.length);
  return hunks;
}

/** More lines than these in one difference count as replaced, because a comparison takes the square of them. */
const MOST_COMPARED = 1500;

/** The longest series of lines that both have, each with its place in both. */
function commonLines(left: readonly string[], right: readonly string[]): [number, number][] {
  if (left.length > MOST_COMPARED || right.length > MOST_COMPARED) return [];
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = left.length - 1; one >= 0; one--) {
    for (let other = right.length - 1; other >= 0; other--) {
      lengths[one * width + other] =
        left[one] === right[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
    }
  }
  const common: [number, number][] = [];
  for (let one = 0, other = 0; one < left.length && other < right.length;) {
    if (left[one] === right[other]) common.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return common;
}

/** The text with the changes of two people; undefined if both have changed the same lines, or lines beside each other. */
export function mergedLines(base: string, mine: string, theirs: string): string | undefined {
  const [own, others] = [hunksOf(base, mine), hunksOf(base, theirs)];
  const touch = own.some((one) =>
    others.some((two) => one.start <= two.end && two.start <= one.end),
  );
  if (touch) return undefined;
  const lines = base.split('\n');
  const all = [...own, ...others].toSorted((one, two) => two.start - one.start);
  for (const { start, end, lines: added } of all) lines.splice(start, end - start, ...added);
  return lines.join('\n');
}

/** The differences as people read them: "- before" and "+ after". */
export function differenceLines(before: string, after: string): string[] {
  const old = before.split('\n');
  return hunksOf(before, after).flatMap(({ start, end, lines }) => [
    ...old.slice(start, end).map((line) => `- ${line}`),
    ...lines.map((line) => `+ ${line}`),
  ]);
}
