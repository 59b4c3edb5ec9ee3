import { array, nullable, object, string } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import manifest from '../../package.json';
import { shownAccounts, workingAccount } from '../flow/consent/permissions';
import { Account } from '../schema/account';
import { ContractAddress, findNetwork, Network } from '../schema/primitives';
import { apiVersions, specVersions } from '../schema/specVersion';
import { accountOnWire } from '../starknet/accounts/accountOnWire';
import { defineMethod } from './method';

export const xnet_getState = defineMethod({
  summary: 'Returns what a site needs to connect silently: network, granted accounts, versions.',
  params: object({}),
  result: object({
    network: field(Network, { description: 'Network in use.' }),
    currentAccount: field(nullable(ContractAddress), {
      description: 'Current account of the site on that network; null if it has none.',
      jsonSchema: { type: ['string', 'null'] },
    }),
    accounts: field(array(Account), {
      description: 'Accounts on that network that the site may see; empty before it connects.',
    }),
    apiVersions: field(array(string()), { description: 'Versions of the Starknet wallet API.' }),
    specVersions: field(array(string()), { description: 'Versions of the Starknet node API.' }),
    moduleVersion: field(string(), { description: 'Version of this module.' }),
  }),
  errors: [],
  prompts: 'never',

  async handle({ params: _params, ...context }, module) {
    const network = findNetwork(await module.siteNetworks.of(context.origin)) ?? fail('internal');
    const ownContext = { ...context, network };
    const accounts = await shownAccounts(module, ownContext);
    return {
      network,
      currentAccount: (await workingAccount(module, ownContext, accounts))?.address ?? null,
      accounts: accounts.map(accountOnWire),
      apiVersions,
      specVersions,
      moduleVersion: manifest.version,
    };
  },
});
