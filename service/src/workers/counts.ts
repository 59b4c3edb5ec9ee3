import { AggregatorRegistry } from 'prom-client';
import { isSinceStart } from '../operations/metrics';

/** A metric as the library exports it, to be added to those of other processes. */
export type Metric = { name: string; type: string };

/**
 * The latest metrics of each worker. Readers take a falling sum for a restart, so a worker that
 * does not answer keeps its last counts, and those of an ended worker are kept.
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
      // The output has the input's form; the library's types number the metric kinds that it names.
      ofLost = sums as Metric[];
    },
    all: (): (readonly Metric[])[] => [ofLost, ...told.values()],
  };
};
