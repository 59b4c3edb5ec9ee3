import { connect as connectTo } from '../../src/index';
import { createTestWallet } from '../testWallet';

export const wallet = createTestWallet();

/** Stands for `@xnet/connect` in a guide's example: the wallet is never one of the reader's. */
export const connect = () => connectTo({ provider: wallet.providerFor(window.location.origin) });
