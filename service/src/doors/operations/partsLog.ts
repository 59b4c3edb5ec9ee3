import type { FastifyBaseLogger } from 'fastify';
import type { StoreEvents } from '../../stores/store';
import type { NodeEvents } from '../../upstream/chain';

/** Logs changes of the parts behind the service, beside the lines of requests that fail for want of them. */
export const partsLog = (log: FastifyBaseLogger): NodeEvents & StoreEvents => ({
  onNoNode: (reasons) =>
    log.warn({ reasons }, 'no Ethereum node answers: calls fail until one does'),
  onChain: (chainId) => log.info({ chainId: String(chainId) }, 'an Ethereum node answers'),
  onForeign: (node, chainId) =>
    log.error({ node, chainId: String(chainId) }, 'a node is of another chain: it gets no calls'),
  onStoreLost: (reason) =>
    log.warn({ reason }, 'the store does not answer: requests fail until it does'),
  onStoreBack: () => log.info('the store answers'),
});
