import { knownTokens } from '../../src/starknet/tokens/erc20';
import { transferCall } from '../chain/transferCall';
import { shortMessage } from '../messages/shortMessage';
import { ONE } from '../node/account';
import { addresses } from './world';

const [STRK, ETH] = [knownTokens.STRK.address, knownTokens.ETH.address];
const chainIds = ['0x534e5f5345504f4c4941', '0x534e5f4d41494e'] as const;

/** The address that a request pays or names; it is unique, so it identifies the dialog. */
export const getMark = (number: number) => `0x7e57${(number + 0x10_000).toString(16)}0abcdef`;

type Wish = { number: number; pick: number; hashes: readonly string[]; payload: () => object };
const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length] as T;

/** Valid params of a method; methods not listed here use their schema. */
export function legalParams(
  method: string,
  { number, pick, hashes, payload }: Wish,
): object | undefined {
  const address = at(addresses, [0, 0, 0, 0, 1, 1, 3][pick % 7] ?? 0);
  const optionalSepolia = pick % 2 ? { chainId: chainIds[0] } : {};
  const chain = pick % 5 === 0 ? { chainId: chainIds[1] } : optionalSepolia;
  const chainId = chain.chainId ?? chainIds[0];
  const mark = getMark(number);
  const amount = at([1n, 3n * ONE, ONE / 3n, 10n ** 30n, 0n], pick >> 3);
  const pay = transferCall(STRK, mark, amount);
  const approve = { ...pay, entrypoint: 'approve' };
  const unlimited = { ...approve, calldata: [mark, ...Array(2).fill(`0x${'f'.repeat(32)}`)] };
  const wrong = { ...pay, entrypoint: 'no_such_thing' };
  const calls = at([pay, [pay], [pay, approve], approve, unlimited, [wrong], pay, pay], pick >> 2);
  const maxFee = at([undefined, undefined, undefined, '0x1', '0xde0b6b3a7640000'], pick >> 5);
  const details = maxFee === undefined ? {} : { details: { maxFee } };
  const typedDataMessage = shortMessage({ text: `Order ${number}` });
  const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
  const signed = {
    nonce: '0x1',
    resourceBounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
  };
  const token = { tokenAddress: at([STRK, ETH, mark], pick >> 2) };
  const legal: Record<string, object> = {
    xnet_addErc20Token: { ...token, ...chain, tokenName: 'Coin', tokenSymbol: 'COIN' },
    xnet_createAccount: { addressIndex: pick % 5, deploy: pick % 3 === 0, ...chain },
    ...(method === 'xnet_declareContract' && {
      [method]: { senderAddress: address, contractPayload: payload(), ...details, ...chain },
    }),
    xnet_displayPrivateKey: { userAddress: address, ...chain },
    xnet_estimateAccountDeployFee: { addressIndex: pick % 5, ...chain },
    xnet_estimateFee: { address, invocations: calls, ...chain },
    xnet_executeTxn: { address, calls, ...details, ...chain },
    xnet_extractPublicKey: { userAddress: address, ...chain },
    xnet_getDeploymentData: { address, ...chain },
    xnet_getErc20TokenBalance: { ...token, userAddress: address, ...chain },
    xnet_getTransactionStatus: { transactionHash: at([...hashes, mark], pick), ...chain },
    xnet_getTransactions: {
      senderAddress: address,
      pageSize: 10,
      withDeployTxn: true,
      ...chain,
      onlyFromState: pick % 2 === 0,
    },
    xnet_getValue: {
      contractAddress: STRK,
      contractFuncName: 'balanceOf',
      contractCallData: [address],
      ...chain,
    },
    xnet_recoverAccounts: { startScanIndex: 0, maxScanned: 3, maxMissed: 3, ...chain },
    xnet_setAccountName: { address, accountName: `Name ${number}`, ...chain },
    xnet_signDeclareTransaction: {
      address,
      chainId,
      details: { ...signed, classHash: mark, compiledClassHash: mark, senderAddress: address },
    },
    xnet_signDeployAccountTransaction: {
      address,
      chainId,
      details: {
        ...signed,
        nonce: '0x0',
        contractAddress: address,
        classHash: mark,
      },
    },
    xnet_signMessage: { typedDataMessage, signerAddress: address, ...chain },
    xnet_signTransaction: { address, chainId, transactions: calls, transactionsDetail: signed },
    xnet_switchAccount: { address, ...chain },
    xnet_switchNetwork: { chainId },
    xnet_toggleAccountVisibility: { address, visibility: pick % 3 > 0, ...chain },
    xnet_upgradeAccContract: { contractAddress: address, ...chain },
    xnet_verifySignedMessage: { typedDataMessage, address, signature: '0x1,0x2', ...chain },
  };
  return legal[method] ?? (pick % 2 ? chain : undefined);
}
