import { baseFeeHistory } from '@xnet/clients/gas/baseFeeHistory';
import { gather } from '@xnet/clients/ipfs/ipfsApi';
import type { Module } from '../../../module';
import type { ServiceChoice } from '../../../state/settings';
import type { SettingFacts } from '../../../ui/home/settings';
import { say, type TextName } from '../../../ui/text/words';
import { ETHEREUM_CHAIN } from '../../l1/baseFee';
import {
  checkInput,
  isKey,
  noAddress,
  noKey,
  parseUrl,
  type Setting,
  saved,
  setForAll,
} from './setting';

const MAX_VERSION_BYTES = 4_096;

/** Parts specific to a service for all networks, with an address and keys. */
type Service = {
  name: 'gas' | 'ipfs';
  inputs: NonNullable<SettingFacts['inputs']>;
  needsKey: boolean;
  check: (module: Module, choice: ServiceChoice) => Promise<unknown>;
  saved: TextName;
};

const service = ({ name, inputs, needsKey, check, saved: text }: Service): Setting => ({
  async facts({ settings }) {
    const host = (await settings.services.shown())[name];
    return { now: setForAll(host ?? say('home.none')), inputs, remove: 'home.useNone' };
  },
  async save(module, form) {
    const url = parseUrl(form('url'));
    if (url === undefined) return noAddress();
    const [key, secret] = [form('key').trim(), form('secret').trim()];
    const areKeys = [key, secret].every((text) => text === '' || isKey(text));
    if (!areKeys || (key === '' && (needsKey || secret !== ''))) return noKey();
    const choice = { url, ...(key !== '' && { key }), ...(secret !== '' && { secret }) };
    const refused = await checkInput(() => check(module, choice));
    if (refused) return refused;
    await module.settings.services.choose(name, choice);
    return saved(text, { host: new URL(url).host });
  },
  async remove({ settings }) {
    await settings.services.choose(name, undefined);
    return saved('home.serviceGone');
  },
});

/** Reports how busy Ethereum is. */
export const gasSetting = service({
  name: 'gas',
  inputs: [
    { field: 'url', label: 'home.url' },
    { field: 'key', label: 'home.key' },
    { field: 'secret', label: 'home.secretIfAny' },
  ],
  needsKey: true,
  check: async (module, choice) => (await module.gas(choice))?.read(ETHEREUM_CHAIN, baseFeeHistory),
  saved: 'home.gasSaved',
});

/** Provides the logos of tokens. */
export const ipfsSetting = service({
  name: 'ipfs',
  inputs: [
    { field: 'url', label: 'home.url' },
    { field: 'key', label: 'home.keyIfAny' },
    { field: 'secret', label: 'home.secret' },
  ],
  needsKey: false,
  async check(module, choice) {
    const client = await module.ipfs(choice);
    if (client) await gather(client.call('version', [], MAX_VERSION_BYTES));
  },
  saved: 'home.ipfsSaved',
});
