import {
  address,
  chainId,
  createHome,
  execute,
  explorer,
  node,
  open,
  paymaster,
  type Slot,
} from './hostileSlots';

/** Errors and responses that are shown to no person: none of their text may be drawn. */
export const silentSlots: Readonly<Record<string, Slot>> = {
  async 'the error of a node that is read'(text) {
    const module = open();
    const error = { error: { code: -32603, message: text, data: text } };
    for (const name of ['starknet_call', 'starknet_getNonce', 'starknet_simulateTransactions'])
      node.says.instead[name] = () => error;
    await execute(module);
    await createHome(module);
    return module;
  },
  async 'the error of a paymaster'(text) {
    const module = open();
    await module.module.settings.paymasters.choose(chainId, { url: paymaster.url });
    paymaster.fail({ code: 163, message: text, data: text });
    await execute(module);
    paymaster.fail(undefined);
    await createHome(module);
    return module;
  },
  async 'what an explorer lists, and its error'(text) {
    const module = open();
    const timestampIso = new Date().toISOString();
    const told = { type: text, txType: text, status: text, finalityStatus: text };
    const sides = { fromAddress: address, contractAddress: address, toAddress: '0x7' };
    const call = { primaryMethod: text, callCount: 1, methodsDiffer: false, ...sides };
    const item = { hash: '0x1', txHash: '0x1', timestamp: 1, timestampIso, ...told, ...call };
    const list = () => module.invoke('xnet_getTransactions', { senderAddress: address });
    for (const name of ['voyager', 'starkscan'] as const) {
      await module.module.settings.explorers.choose(chainId, { name, key: 'key0123456789' });
      explorer.answer(() => ({ status: 400, body: { error: text, message: text } }));
      await list();
      for (const change of [{}, { finalityStatus: 'ACCEPTED_ON_L2', status: 'Rejected' }]) {
        const items = [{ ...item, ...change }];
        explorer.answer(() => ({ body: { items } }));
        await list();
      }
    }
    // Only the site receives it.
    if (!JSON.stringify(await list()).includes(text)) throw new Error('Nothing was listed.');
    await execute(module);
    await createHome(module);
    return module;
  },
};
