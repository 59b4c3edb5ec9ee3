import { AggregatorRegistry } from 'prom-client';
import { isSinceStart } from '../operations/metrics';

/** As the library tells one to be added to those of other processes. */
export type Metric = { name: string; type: string };

/**
 * What workers have told of their metrics last. A sum that falls is taken for a start anew by who reads
 * it: a worker that does not answer counts as it did, and what one has counted that has gone stays.
 */
export const keepCounts = <Worker>() => {
  const told = new Map<Worker, readonly Metric[]>();
  let ofLost: readonly Metric[] = [];
  return {
    hear: (worker: Worker, metrics: readonly Metric[]): void => {
      told.set(worker, metrics);
    },
    lose: (worker: Worker): void => {
      const counted = told.get(worker)?.filter(isSinceStart) ?? [];
      told.delete(worker);
      const sums: object[] = AggregatorRegistry.aggregate([ofLost, counted]).getMetricsAsArray();
      // Of the form that goes in; the library's types number the kinds that it names.
      ofLost = sums as Metric[];
    },
    all: (): (readonly Metric[])[] => [ofLost, ...told.values()],
  };
};
