import { openShared } from '../../test/ipfsNode';
import { temporaryFolder, testService } from '../../test/testService';
import { type Attack, gainIf } from '../attack';

/** Section 1.5: what one key does at Kubo. */
const sizes: Attack = {
  name: 'makes Kubo tell the sizes of all pins again at each upload',
  run: async (undo) => {
    const data = await temporaryFolder(undo);
    const { front, ipfs, place, newKey, node } = await openShared(undo, { data });
    const run = await newKey();
    for (let turn = 0; turn < 20; turn += 1) await (await run('add', `file ${turn}`)).text();
    // After a start, nothing is in memory.
    await front.stop();
    place.url = (await testService(undo, { eth: [ipfs], ipfs, data })).url;
    node.asked.length = 0;
    await (await run('add', 'one more')).text();
    const count = node.asked.filter(({ pathname }) => pathname.endsWith('dag/stat')).length;
    return gainIf(count > 1, `${count} sizes for one upload`);
  },
};
const names: Attack = {
  name: 'sends Kubo to names in the network, or leaves it without a time',
  run: async (undo) => {
    const { newKey, node } = await openShared(undo);
    const run = await newKey();
    const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
    for (const call of ['cat?arg=/ipns/example.org', 'dag/resolve?arg=/ipns/example.org'])
      await (await run(call)).text();
    await (await run(`cat?arg=${cid}&timeout=99999h`)).text();
    const passed = node.asked.map(({ href }) => href).filter((href) => /ipns|99999/.test(href));
    return gainIf(passed.length > 0, `passed on: ${passed.join(', ')}`);
  },
};

export const kubo: readonly Attack[] = [sizes, names];
