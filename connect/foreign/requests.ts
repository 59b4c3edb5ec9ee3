import { shortMessage } from '../../test/messages/shortMessage';

/** Requests shared by all pages of this folder. */
export const STRK = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

export const transfer = {
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: ['0x7', '0x1', '0x0'],
};

export const message = shortMessage({ text: 'Hello' });
