import { creditsOfStatus } from '@xnet/clients/transport/credits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asServiceError, fail, kinds, type ServiceError } from '../../errors';
import type { Charge } from '../../meter/meter';
import type { ApiKey } from '../../stores/apiKey';
import type { Chain } from '../chains';
import type { Context } from '../context';
import { createErrorAnswer } from '../limitBody';
import { toGwei } from './gwei';
import { percentile } from './percentile';
import { historyBlocks, readBaseFees } from './readBaseFees';
import { readFeeHistory } from './readFeeHistory';
import { priorityBlocks, priorityPercentiles, suggestGasFees } from './suggestedGasFees';

type Params = { chainId: string; key?: string };

/** Names that are the same everywhere; an operator names all others (`--chains`). */
const chainNames: Readonly<Record<string, string>> = {
  1: 'Ethereum',
  11155111: 'Sepolia',
  560048: 'Hoodi',
};

const gwei = { type: 'string', pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,9})?$' } as const;
const suggestion = {
  type: 'object',
  properties: {
    suggestedMaxPriorityFeePerGas: gwei,
    suggestedMaxFeePerGas: gwei,
    minWaitTimeEstimate: { type: 'integer', description: 'milliseconds' },
    maxWaitTimeEstimate: { type: 'integer', description: 'milliseconds' },
  },
} as const;
const range = { type: 'array', items: gwei, minItems: 2, maxItems: 2 } as const;
const trend = { type: 'string', enum: ['up', 'down', 'level'] } as const;

/** The result of each path, and the schema of its response. Amounts are in Gwei. */
const queries = {
  baseFeeHistory: {
    summary: `Base fees of the last ${historyBlocks} blocks in Gwei, oldest first.`,
    response: { type: 'array', items: gwei },
    answer: async ({ ethereum }: Chain) => (await readBaseFees(ethereum)).baseFees.map(toGwei),
  },
  baseFeePercentile: {
    summary: 'The base fee in Gwei that half of the history is less than or equal to.',
    response: { type: 'object', properties: { baseFeePercentile: gwei } },
    answer: async (chain: Chain) => ({ baseFeePercentile: await feeAt(chain, 50) }),
  },
  busyThreshold: {
    summary: 'The base fee in Gwei that 90 % of the history are less than or equal to.',
    response: { type: 'object', properties: { busyThreshold: gwei } },
    answer: async (chain: Chain) => ({ busyThreshold: await feeAt(chain, 90) }),
  },
  suggestedGasFees: {
    summary: 'Fees for a transaction now, for three degrees of haste.',
    response: {
      type: 'object',
      properties: {
        low: suggestion,
        medium: suggestion,
        high: suggestion,
        estimatedBaseFee: gwei,
        networkCongestion: { type: 'number', minimum: 0, maximum: 1 },
        latestPriorityFeeRange: range,
        historicalPriorityFeeRange: range,
        historicalBaseFeeRange: range,
        priorityFeeTrend: trend,
        baseFeeTrend: trend,
      },
    },
    answer: async ({ ethereum }: Chain) => {
      const params = [`0x${priorityBlocks.toString(16)}`, 'latest', priorityPercentiles];
      const [history, recent] = await Promise.all([
        readBaseFees(ethereum),
        ethereum
          .ask('eth_feeHistory', params)
          .then((result) => readFeeHistory(result, priorityBlocks)),
      ]);
      return suggestGasFees(history, recent);
    },
  },
} as const;

const feeAt = async ({ ethereum }: Chain, percent: number): Promise<string> => {
  const { baseFees } = await readBaseFees(ethereum);
  return toGwei(
    percentile(baseFees, percent) ?? fail('upstream', 'The upstream node has no block.'),
  );
};

export const gasRoutes = (server: FastifyInstance, context: Context): void => {
  const { meter, options, chains, authorize, prices } = context;

  const refuse = async (reply: FastifyReply, charge: Charge, error: ServiceError) => {
    await meter.settle(charge, creditsOfStatus(kinds[error.kind].status));
    const answer = createErrorAnswer(error);
    return reply
      .code(answer.status)
      .headers({ ...answer.headers, ...meter.headers(charge) })
      .send({ error: answer.error });
  };

  for (const [name, query] of Object.entries(queries)) {
    const answer = async (request: FastifyRequest, reply: FastifyReply, apiKey: ApiKey) => {
      const charge = meter.begin(apiKey);
      try {
        await meter.spend(charge, prices.ofMethod(name));
        const result = await query.answer(await chains.of((request.params as Params).chainId));
        await meter.settle(charge, charge.credits);
        return reply.headers(meter.headers(charge)).send(result);
      } catch (thrown) {
        const error = asServiceError(thrown);
        request.log.warn({ kind: error.kind, cause: error.cause }, 'gas call failed');
        return refuse(reply, charge, error);
      }
    };
    const schema = (security: { basic: string[] }[]) => ({
      schema: {
        tags: ['gas'],
        summary: query.summary,
        security,
        response: { 200: query.response },
      },
    });
    server.get(`/networks/:chainId/${name}`, schema([{ basic: [] }]), async (request, reply) =>
      answer(request, reply, await authorize.byBasic(request.headers.authorization)),
    );
    server.get(`/v3/:key/networks/:chainId/${name}`, schema([]), async (request, reply) => {
      const { key = '' } = request.params as Params;
      return answer(request, reply, await authorize.byPath(key, request.headers.authorization));
    });
  }

  server.get(
    '/v1/supportedChainNames',
    { schema: { tags: ['gas'], summary: 'Names of the chains, by their decimal ids.' } },
    async () => {
      const ids = await Promise.all(chains.all.map(({ ethereum }) => ethereum.chainId()));
      const names = ids.map((id) => [id, chainNames[String(id)] ?? `Chain ${id}`]);
      return { ...Object.fromEntries(names), ...options.chains };
    },
  );
};
