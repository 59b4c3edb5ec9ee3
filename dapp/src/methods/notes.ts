import { say, type TextRef } from '../texts';

/** Facts that decide whether a form's sample can work. */
export type NoteFacts = {
  readonly hasLocalChain: boolean;
  /** Null if unknown. */
  readonly isDeployed: boolean | null;
  readonly hasSent: boolean;
};

/** A note on fields to fill in before a form's sample can work; null if there are none. */
export function getNote(method: string, facts: NoteFacts): TextRef | null {
  const { hasLocalChain, isDeployed, hasSent } = facts;
  switch (method) {
    case 'xnet_declareContract':
      return say(hasLocalChain ? 'methods.note.declareLocal' : 'methods.note.declare');
    case 'xnet_getTransactionStatus':
      if (hasSent) return null;
      return say('methods.note.hash');
    case 'wallet_addDeclareTransaction':
      return say('methods.note.declareApi');
    case 'wallet_deploymentData':
      if (isDeployed === true) return say('methods.note.deployedApi');
      return null;
    case 'xnet_getDeploymentData':
    case 'xnet_signDeployAccountTransaction':
      if (isDeployed === true) return say('methods.note.deployed');
      return null;
    case 'xnet_upgradeAccContract':
      return say('methods.note.upgrade');
    case 'xnet_getAddrFromStarkName':
      if (hasLocalChain) return say('methods.note.starkName');
      return null;
    default:
      return null;
  }
}
