import { describe, expect, it } from '@jest/globals';
import { type ErrorKind, errorKinds, fail } from '@xnet/clients/errors';
import { english } from '../../../../test/wallet/openDialogs';
import { openModule } from '../../../../test/wallet/openModule';
import { failureWords } from './setting';

const kinds = Object.keys(errorKinds) as ErrorKind[];
const failed = (kind: ErrorKind): unknown => {
  try {
    return fail(kind, 'told to developers: -32000 at /v1');
  } catch (error) {
    return error;
  }
};

describe('why a setting was not taken', () => {
  it.each(kinds)('explains %s without the words for developers', async (kind) => {
    const say = await openModule().module.dialogs.saying();
    const said = say(failureWords(failed(kind)));
    expect(said).not.toMatch(/developers|-32000|⟦/u);
    expect(said).not.toContain(errorKinds[kind].meaning);
  });

  it('names what the user can mend', () => {
    expect(failureWords(failed('wrongChain'))).toEqual({ say: 'errors.wrongChain' });
    expect(failureWords(failed('limitExceeded'))).toEqual({ say: 'errors.limitExceeded' });
    expect(failureWords(failed('paymasterFault'))).toEqual({ say: 'home.notChecked' });
    expect(failureWords(new TypeError('x is not a function'))).toEqual({ say: 'home.notChecked' });
  });
});

it('explains every failure to users', async () => {
  const texts = await english();
  for (const kind of kinds) {
    expect(texts[`errors.${kind}`]).toEqual(expect.any(String));
  }
});
