import type { Meter } from './credits/meter';
import type { BaseFees } from './gas/baseFees';
import type { Ipfs } from './ipfs/ipfs';
import type { Authorize } from './keys/authorize';
import type { Metrics } from './operations/metrics';
import type { ServiceOptions } from './options';
import type { Rooms } from './room';
import type { AnswerCalls } from './rpc/answer';
import type { SocketCount } from './socketCount';
import type { Store } from './stores/store';
import type { Ethereum } from './upstream/ethereum';
import type { Share } from './upstream/shares';

/** What routes may use; service.ts builds it once. */
export type Context = {
  options: ServiceOptions;
  store: Store;
  authorize: Authorize;
  meter: Meter;
  ethereum: Ethereum;
  share: Share;
  baseFees: BaseFees;
  answerCalls: AnswerCalls;
  ipfs: Ipfs;
  metrics: Metrics;
  rooms: Rooms;
  socketCount: SocketCount;
};
