/** What each node leads to; nodes that are no key of the map are dead ends. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Answers one shortest ring for each knot of nodes that reach one another, beginning with its first name. */
export function findCycles(graph: Graph): string[][] {
  return knotsOf(graph)
    .map((knot) => knot.toSorted())
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .flatMap((knot) => shortestRing(graph, knot) ?? []);
}

/** Tarjan's strongly connected components: every node is visited once. */
function knotsOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const knots: string[][] = [];

  const visit = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    path.push(node);
    onPath.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (onPath.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const knot = path.splice(path.lastIndexOf(node));
      for (const member of knot) onPath.delete(member);
      knots.push(knot);
    }
    return low;
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return knots;
}

function shortestRing(graph: Graph, knot: readonly string[]): [string[]] | null {
  const first = knot[0] ?? '';
  const cameFrom = new Map<string, string>();
  const queue = [first];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === first) return [ringTo(node, first, cameFrom)];
      if (!knot.includes(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return null;
}

function ringTo(last: string, first: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const ring = [last];
  for (let node = last; node !== first; ) {
    node = cameFrom.get(node) ?? first;
    ring.unshift(node);
  }
  return ring;
}
