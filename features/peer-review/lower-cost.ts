type Division = {
  /** The new reviewers of each abstract. */
  added: ReadonlyMap<string, Set<string>>;
  /** The reviewers who may get each abstract. */
  eligible: ReadonlyMap<string, readonly string[]>;
  /** The number of abstracts of each reviewer, which this leaves as even as it is. */
  load: Map<string, number>;
  /** The most abstracts that a reviewer may have. */
  mostOf: (reviewerId: string) => number;
  costOf: (abstractId: string, reviewerId: string) => number;
};

/** The cheapest abstract that one reviewer could pass to another. */
type Pass = { cost: number; abstract: string };

/** An edge of the graph below; without an abstract it leads to or from a number of abstracts. */
type Edge = { from: string; to: string; cost: number; abstract?: string };

/**
 * Lowers the cost of a division among reviewers. In a graph of reviewers an edge passes an abstract on, and a cycle gives each
 * of its reviewers one abstract and takes one. A path from somebody to a reviewer with exactly one fewer is a cycle, too, by
 * way of a node for their numbers. As long as a cycle has a negative cost, its abstracts are passed along; without one, no
 * division that is as even costs less (Klein, "A primal method for minimal cost flows", 1967).
 */
export function lowerCost({ added, eligible, load, mostOf, costOf }: Division): void {
  const holders = [...load.keys()];
  const given = new Map(holders.map((id) => [id, new Set<string>()]));
  for (const [abstract, ids] of added) for (const id of ids) given.get(id)?.add(abstract);
  const passes = new Map(holders.map((id) => [id, passesOf(id)]));
  for (let cycle = findCycle(); cycle; cycle = findCycle()) {
    const changed = new Set<string>();
    for (const { from, to, abstract } of cycle) {
      if (abstract === undefined) continue;
      const reviewers = added.get(abstract);
      for (const id of reviewers ?? []) changed.add(id);
      reviewers?.delete(from);
      reviewers?.add(to);
      given.get(from)?.delete(abstract);
      given.get(to)?.add(abstract);
      changed.add(to);
    }
    for (const id of changed) {
      passes.set(id, passesOf(id));
    }
    moveLoad(cycle);
  }

  function passesOf(from: string): Map<string, Pass> {
    const found = new Map<string, Pass>();
    for (const abstract of given.get(from) ?? []) {
      const saved = costOf(abstract, from);
      for (const to of eligible.get(abstract) ?? []) {
        if (added.get(abstract)?.has(to)) continue;
        const cost = costOf(abstract, to) - saved;
        const known = found.get(to);
        if (known === undefined || cost < known.cost) found.set(to, { cost, abstract });
      }
    }
    return found;
  }

  /** In a cycle by way of a number, the first reviewer has one abstract fewer, and the last one more. */
  function moveLoad(cycle: readonly Edge[]): void {
    for (const { from, to, abstract } of cycle) {
      if (abstract !== undefined) continue;
      if (load.has(from)) load.set(from, (load.get(from) ?? 0) + 1);
      else load.set(to, (load.get(to) ?? 0) - 1);
    }
  }

  function edges(): Edge[] {
    return holders.flatMap((from) => {
      const number = load.get(from) ?? 0;
      return [
        ...[...(passes.get(from) ?? [])].map(([to, pass]) => ({ from, to, ...pass })),
        // A reviewer at the limit gets none more.
        ...(number < mostOf(from) ? [{ from, to: nodeOf(number + 1), cost: 0 }] : []),
        { from: nodeOf(number), to: from, cost: 0 },
      ];
    });
  }

  /** A cycle with a negative cost, by Bellman and Ford. */
  function findCycle(): Edge[] | undefined {
    const all = edges();
    const distance = new Map<string, number>();
    const before = new Map<string, Edge>();
    const distanceOf = (node: string) => distance.get(node) ?? 0;
    for (let isShorter = true; isShorter;) {
      isShorter = false;
      for (const edge of all) {
        const reached = distanceOf(edge.from) + edge.cost;
        if (reached >= distanceOf(edge.to)) continue;
        distance.set(edge.to, reached);
        before.set(edge.to, edge);
        isShorter = true;
      }
      const cycle = isShorter && cycleIn(before);
      if (cycle) return cycle;
    }
    return undefined;
  }
}

function nodeOf(number: number): string {
  return `${number} abstracts`;
}

/** A cycle of edges that lead back, which always has a negative cost. */
function cycleIn(before: ReadonlyMap<string, Edge>): Edge[] | undefined {
  const visited = new Map<string, string>();
  for (const start of before.keys()) {
    let node = start;
    while (!visited.has(node)) {
      visited.set(node, start);
      const edge = before.get(node);
      if (!edge) break;
      node = edge.from;
    }
    if (visited.get(node) !== start || !before.has(node)) continue;
    const cycle: Edge[] = [];
    let at = node;
    do {
      const edge = before.get(at);
      if (!edge) return undefined;
      cycle.push(edge);
      at = edge.from;
    } while (at !== node);
    return cycle;
  }
  return undefined;
}
