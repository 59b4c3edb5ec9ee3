import type { NamedNetwork } from './primitives';

/** One request as a value: made once by the dispatcher, frozen, and handed from step to step. */
export type RequestContext = {
  readonly origin: string;
  readonly method: string;
  /** The network that the request is about; Sepolia where a method takes no chainId. */
  readonly network: NamedNetwork;
};
