import type { FastifyBaseLogger } from 'fastify';
import type { MemoryBudgets } from '../memoryBudget';
import type { Authorize } from '../meter/authorize';
import type { Prices } from '../meter/costs';
import type { KeyCount } from '../meter/keyCount';
import type { Meter } from '../meter/meter';
import type { ServiceOptions } from '../options';
import type { Store } from '../stores/store';
import type { Ipfs } from '../upstream/ipfs/ipfs';
import type { Chains } from './chains';
import type { Metrics } from './operations/metrics';
import type { AnswerCalls } from './rpc/answer';

/** The parts that routes may use; service.ts builds it once. */
export type Context = {
  options: ServiceOptions;
  store: Store;
  authorize: Authorize;
  meter: Meter;
  prices: Prices;
  chains: Chains;
  answerCalls: AnswerCalls;
  ipfs: Ipfs;
  metrics: Metrics;
  log: FastifyBaseLogger;
  budgets: MemoryBudgets;
  socketCount: KeyCount;
};
