import { object, string } from '@metamask/superstruct';
import { fail } from '@xnet/clients/errors';
import { field } from '@xnet/clients/schema/field';
import { loadAddressBook } from '../flow/addresses/addressBook';
import { approve } from '../flow/consent/approve';
import { requireUsable } from '../flow/consent/usable';
import { recordSignedCalls, recordSignedMessage } from '../flow/messages/heldSignatures';
import { describeMessage } from '../flow/messages/message';
import {
  describeOutside,
  liveOutside,
  recordSignedForSite,
  reviewOutside,
} from '../flow/messages/outside';
import { requireSignatureQuota } from '../flow/transactions/limits';
import { withAccountLock } from '../flow/transactions/locks';
import { ChainIdParam, ContractAddress, unixSeconds } from '../schema/primitives';
import { TypedDataMessage } from '../schema/typedDataMessage';
import { parseOutsideExecution } from '../starknet/typedData/outsideExecution';
import { parseTypedData, typedDataChainId } from '../starknet/typedData/parse';
import { defineMethod } from './method';

export const xnet_signMessage = defineMethod({
  summary: 'Signs typed data with the key of an account, after approval.',
  params: object({
    typedDataMessage: TypedDataMessage,
    signerAddress: field(ContractAddress, { description: 'Account that signs.' }),
    chainId: ChainIdParam,
  }),
  result: field(string(), {
    description: 'The signature: r and s in hex, separated by a comma.',
    example: '0x2a,0x3b',
  }),
  errors: ['unknownAccount', 'accountMismatch', 'needsOtherSigner', 'noUpgrade', 'userRejected'],
  prompts: 'always',
  account: { address: 'signerAddress' },
  aliases: { typedDataMessage: ['typedData'] },

  async handle({ params, account, ...context }, module) {
    requireUsable(account);
    const { chainId } = context.network;
    const typedData = parseTypedData(params.typedDataMessage);
    // The dialog names one network, so signatures that are valid on another one are refused.
    const signedFor = typedDataChainId(typedData);
    if (signedFor !== chainId)
      fail('invalidParams', `The message is for ${signedFor}, the request for ${chainId}.`, {
        path: 'typedDataMessage.domain.chainId',
      });
    module.keys.prepare();
    const now = unixSeconds(module);
    const review = { context, account, typedData, now };
    const outside = parseOutsideExecution(typedData);
    if (outside)
      return withAccountLock(module, review, async (current) => {
        const inTurn = {
          ...review,
          account: current,
          addresses: await loadAddressBook(module, chainId, account.address),
        };
        await requireSignatureQuota(module, inTurn);
        const approved = await approve(
          await reviewOutside(module, inTurn, outside),
          describeOutside,
          module.dialogs,
          liveOutside(module),
        );
        const signature = await module.keys.signMessage(approved);
        await recordSignedForSite(module, approved);
        await recordSignedCalls(module, approved, Number(outside.before));
        return signature.join(',');
      });
    const addresses = await loadAddressBook(module, chainId, account.address);
    const approved = await approve({ ...review, addresses }, describeMessage, module.dialogs);
    const signature = await module.keys.signMessage(approved);
    await recordSignedMessage(module, approved);
    return signature.join(',');
  },
});
