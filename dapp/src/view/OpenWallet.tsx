import { useApp } from './AppContext';

export function OpenWallet() {
  const { walletUrl } = useApp().config;
  if (!walletUrl) return <>Waiting for your approval in the wallet</>;
  return (
    <>
      Waiting for your approval in the wallet —{' '}
      <a href={walletUrl} target="_blank" rel="noopener noreferrer">
        open the wallet
      </a>
    </>
  );
}
