/** @jsxImportSource react */
// A dapp with starknet-react, as in its documentation: connectors, hooks, buttons.
import { sepolia } from '@starknet-react/chains';
import {
  InjectedConnector,
  jsonRpcProvider,
  StarknetConfig,
  useAccount,
  useConnect,
  useDisconnect,
  useInjectedConnectors,
  useSendTransaction,
  useSignTypedData,
} from '@starknet-react/core';
import { createRoot } from 'react-dom/client';
import { showModule, toConnectors } from '../src/index';
import { message, transfer } from './requests';

// Before the page mounts: starknet-react looks up connectors once.
showModule({ pollMs: 200 });
// Named explicitly, so that it exists in the first turn: `autoConnect` only reconnects it then.
const recommended = toConnectors(InjectedConnector);

/** The node's URL, which the test passes in the page's hash. */
const nodeUrl = location.hash.slice(1);

function Dapp() {
  const { connectors, connectAsync } = useConnect();
  const { address, status, chainId } = useAccount();
  const { disconnect } = useDisconnect();
  const { send, data: sent, error } = useSendTransaction({ calls: [transfer] });
  const { signTypedData, data: signature } = useSignTypedData({ params: message });
  return (
    <main data-status={status}>
      {connectors.map((connector) => (
        <button key={connector.id} type="button" onClick={() => connectAsync({ connector })}>
          {connector.name}
        </button>
      ))}
      <button type="button" onClick={() => send()}>
        Send
      </button>
      <button type="button" onClick={() => signTypedData()}>
        Sign
      </button>
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <output id="address">{address}</output>
      <output id="chain">{chainId?.toString(16)}</output>
      <output id="sent">{sent?.transaction_hash}</output>
      <output id="signature">{signature && JSON.stringify(signature)}</output>
      <output id="error">{error?.message}</output>
    </main>
  );
}

function Page() {
  const { connectors } = useInjectedConnectors({ recommended });
  const found = useInjectedConnectors({}).connectors;
  return (
    <StarknetConfig
      autoConnect
      chains={[sepolia]}
      connectors={connectors}
      provider={jsonRpcProvider({ rpc: () => ({ nodeUrl }) })}
    >
      <Dapp />
      <output id="found">{found.map(({ id }) => id)}</output>
    </StarknetConfig>
  );
}

const place = document.body.appendChild(document.createElement('div'));
createRoot(place).render(<Page />);
