import { describe, expect, it } from '@jest/globals';
import { type AnyStruct, isOptional } from '@xnet/clients/schema/field';
import { openModule } from '../../test/wallet/openModule';
import { allMethods } from './allMethods';
import { wireName } from './names';

const COMPANION = 'https://companion.example';

/** Every method, with the params that it cannot do without. */
const methods = Object.entries(allMethods).map(([own, { params }]) => {
  const structs = params.schema as Record<string, AnyStruct>;
  const required = Object.keys(structs).filter((name) => !isOptional(structs[name] as AnyStruct));
  return { name: wireName(own), required, takesChain: 'chainId' in structs, own };
});

/** Sends a request that is to fail, and answers with its error; nothing else may have happened. */
async function refused(method: string, params: unknown, origin = COMPANION) {
  const requests: string[] = [];
  const opened = openModule({
    companions: [COMPANION],
    border: (request, cross) => {
      requests.push(request.method);
      return cross();
    },
  });
  const error = await opened.invoke(method, params, origin).then(
    () => undefined,
    (reason) => reason,
  );
  expect(opened.dialogs).toEqual([]);
  expect(requests).toEqual([]);
  return error;
}

describe.each(methods)('$name with bad input', ({ name, required, own, takesChain }) => {
  it('refuses a param that it does not know, and does nothing', async () => {
    const error = await refused(name, { nonsense: 1 });
    expect(error).toMatchObject({ kind: 'invalidParams' });
    expect([...required, 'nonsense']).toContain(error.data.path);
  });

  it('refuses params by position', async () => {
    expect(await refused(name, ['0x1'])).toMatchObject({ kind: 'invalidParams' });
  });

  if (required.length > 0)
    it('names the first param that is missing', async () => {
      const error = await refused(name, {});
      expect(error).toMatchObject({ kind: 'invalidParams' });
      expect(required).toContain(error.data.path);
    });

  // @promise T20.1
  it('refuses a poisoned name', async () => {
    const poisoned = JSON.parse('{"chainId": {"__proto__": {"x": 1}}}');
    expect(await refused(name, poisoned)).toMatchObject({ kind: 'invalidRequest' });
  });

  if (takesChain && required.length === 0 && !allMethods[own]?.chainIdIsSubject)
    it('refuses another network than the two', async () => {
      expect(await refused(name, { chainId: '0x1' })).toMatchObject({ kind: 'unsupportedChain' });
    });

  if (allMethods[own]?.callers === 'companionDapp')
    // @promise T16.1
    it('answers no site but the companion', async () => {
      for (const origin of [
        'https://dapp.example',
        'http://companion.example',
        'https://companion.example:8443',
        'https://companion.example.evil.example',
        'https://evil.example/companion.example',
        'https://COMPANION.example',
        'null',
        '',
      ])
        expect(await refused(name, {}, origin)).toMatchObject({ kind: 'unauthorized' });
    });
});
