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
      return hasSent ? null : say('methods.note.hash');
    case 'wallet_addDeclareTransaction':
      return say('methods.note.declareApi');
    case 'wallet_deploymentData':
      return isDeployed === true ? say('methods.note.deployedApi') : null;
    case 'xnet_getDeploymentData':
    case 'xnet_signDeployAccountTransaction':
      return isDeployed === true ? say('methods.note.deployed') : null;
    case 'xnet_upgradeAccContract':
      return say('methods.note.upgrade');
    case 'xnet_getAddrFromStarkName':
      return hasLocalChain ? say('methods.note.starkName') : null;
    default:
      return null;
  }
}
