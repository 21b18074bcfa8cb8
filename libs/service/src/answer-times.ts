import type { Metric, Registry } from 'prom-client';

/** How long answers took, by method, route and status. */
export interface AnswerTimes {
  readonly observe: (method: string, route: string, status: number, seconds: number) => void;
}

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  /** Answers by the first bucket that they fit into; the last place is for what fits into none. */
  readonly counts: number[];
  sum: number;
}

const help = 'Time from the request to the end of the answer';

/**
 * A histogram in a registry of prom-client's, which is asked only when it is read. Its own takes fifteen times as long to
 * note an answer, some three hundredths of what a submission costs.
 */
export function measureAnswers(registry: Registry, name: string, buckets: readonly number[]): AnswerTimes {
  const all: Series[] = [];
  const byRoute = new Map<string, Map<string, Map<number, Series>>>();

  function addSeries(method: string, route: string, status: number): Series {
    const added = { labels: { method, route, status }, counts: [...buckets.map(() => 0), 0], sum: 0 };
    all.push(added);
    return added;
  }

  // A name made of the three would be put together for each answer.
  function seriesOf(method: string, route: string, status: number): Series {
    const byMethod = getOrAdd(byRoute, route, () => new Map<string, Map<number, Series>>());
    const byStatus = getOrAdd(byMethod, method, () => new Map<number, Series>());
    return getOrAdd(byStatus, status, () => addSeries(method, route, status));
  }

  function valuesOf({ labels, counts, sum }: Series) {
    let upToHere = 0;
    const cumulative = [...buckets, '+Inf'].map((le, index) => {
      upToHere += counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: upToHere };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: upToHere },
    ];
  }

  const head = { name, help, type: 'histogram', aggregator: 'sum' };
  const metric = {
    ...head,
    get: async () => ({ ...head, values: all.flatMap(valuesOf) }),
    reset: () => {
      all.length = 0;
      byRoute.clear();
    },
  };
  registry.registerMetric(metric as unknown as Metric);

  return {
    observe: (method, route, status, seconds) => {
      const found = seriesOf(method, route, status);
      const fits = buckets.findIndex((bucket) => seconds <= bucket);
      const place = fits === -1 ? buckets.length : fits;
      found.counts[place] = (found.counts[place] ?? 0) + 1;
      found.sum += seconds;
    },
  };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
