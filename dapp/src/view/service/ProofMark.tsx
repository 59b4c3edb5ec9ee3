import { text } from '../../draw';
import { formatCount } from '../../numbers';
import type { CheckedProof } from '../../service/readProof';
import { say } from '../../texts';
import { Hex } from '../Hex';
import { Mark } from './Mark';

export function ProofMark({ check }: Pick<CheckedProof, 'check'>) {
  if (check === null)
    return (
      <Mark id="proof-mark" holds="unknown">
        <p>{text('service.proof.unchecked')}</p>
      </Mark>
    );
  const { blockNumber, stateRoot, rootFrom, fault } = check;
  const root =
    rootFrom === 'person'
      ? say('service.proof.yourRoot')
      : say('service.proof.rootOf', { number: formatCount(blockNumber) });
  return (
    <Mark id="proof-mark" holds={fault === null ? 'yes' : 'no'}>
      <p>
        {fault === null
          ? text('service.proof.holds', { root })
          : text('service.proof.fails', { root, fault })}
      </p>
      <p className="hint">
        <Hex value={stateRoot} subject={say('page.what.stateRoot')} />
        {rootFrom === 'service' && ` ${text('service.proof.ofService')}`}
      </p>
    </Mark>
  );
}
