import { formatCount } from '../../language';
import type { CheckedProof } from '../../service/readProof';
import { Hex } from '../Hex';
import { Mark } from './Mark';

export function ProofMark({ check }: Pick<CheckedProof, 'check'>) {
  if (check === null)
    return (
      <Mark id="proof-mark" holds="unknown">
        <p>Proof not checked: that block has no state root yet.</p>
      </Mark>
    );
  const { blockNumber, stateRoot, rootFrom, fault } = check;
  const against =
    rootFrom === 'person'
      ? 'the state root that you entered'
      : `the state root of block ${formatCount(blockNumber)}`;
  return (
    <Mark id="proof-mark" holds={fault === null ? 'yes' : 'no'}>
      <p>
        Proof checked against {against}: {fault === null ? 'holds' : `does not hold, ${fault}`}.
      </p>
      <p className="hint">
        <Hex value={stateRoot} what="state root" />
        {rootFrom === 'service' &&
          ' as this service reports it. Compare it with a source of your own.'}
      </p>
    </Mark>
  );
}
