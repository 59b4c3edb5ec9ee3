/** Facts that decide whether a form's sample can work. */
export type NoteFacts = {
  readonly hasLocalChain: boolean;
  /** Null if unknown. */
  readonly isDeployed: boolean | null;
  readonly hasSent: boolean;
};

const fresh = 'The sample names your account, which is deployed already.';

/** What must be filled in before a form's sample can work; null if nothing. */
export function getNote(method: string, facts: NoteFacts): string | null {
  const { hasLocalChain, isDeployed, hasSent } = facts;
  switch (method) {
    case 'xnet_declareContract':
      return hasLocalChain
        ? 'Fill in a compiled class first, or press “A class for the local chain”.'
        : 'Fill in a compiled class first.';
    case 'xnet_getTransactionStatus':
      return hasSent ? null : 'Send a transaction first, or fill in the hash of one.';
    case 'wallet_addDeclareTransaction':
      return 'Fill in a class and the hash of its compiled class first.';
    case 'wallet_deploymentData':
      return isDeployed === true
        ? 'Your account is deployed already, which is error 115. Send xnet_addAccount first to add one that is not, then xnet_switchAccount to work with it.'
        : null;
    case 'xnet_getDeploymentData':
    case 'xnet_signDeployAccountTransaction':
      return isDeployed === true
        ? `${fresh} Fill in one that is not: xnet_addAccount makes one.`
        : null;
    case 'xnet_upgradeAccContract':
      return 'New accounts have nothing to upgrade. Fill in one of an older class: xnet_recoverAccounts lists them.';
    case 'xnet_getAddrFromStarkName':
      return hasLocalChain
        ? 'A local chain has no .stark names: fill in one of a public network.'
        : null;
    default:
      return null;
  }
}
