import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { example, type Json, type Parts } from '../../../test/messages/typedDataExample';
import { parseOutsideExecution } from './outsideExecution';
import { parseTypedData } from './parse';

const pathOf = (parts: Parts): string | undefined => {
  const parsed = parseTypedData(parts);
  try {
    parseOutsideExecution(parsed);
  } catch (error) {
    if (error instanceof ModuleError && error.kind === 'invalidParams') return error.data.path;
    throw error;
  }
  throw new Error('It was read.');
};
const callsOf = ({ message }: Parts) => (message.Calls ?? message.calls) as Json[];

for (const version of ['1', '2'] as const)
  describe(`parseOutsideExecution, version ${version}`, () => {
    const message = () => outsideMessage({ version });
    const [Selector, Before] =
      version === '1'
        ? (['selector', 'execute_before'] as const)
        : (['Selector', 'Execute Before'] as const);

    // @promise T14.1
    it.each<[string, (parts: Parts) => string]>([
      [
        'another version than that of the domain',
        ({ domain }) => {
          domain.version = '4';
          return 'domain.version';
        },
      ],
      [
        'a domain in another order, which accounts do not hash',
        ({ types }) => {
          const [name] = Object.keys(types).filter((one) => /^Stark[Nn]etDomain$/u.test(one));
          (types[name ?? ''] as object[]).reverse();
          return `types.${name}`;
        },
      ],
      [
        'a domain with one more member',
        ({ types, domain }) => {
          const [name] = Object.keys(types).filter((one) => /^Stark[Nn]etDomain$/u.test(one));
          (types[name ?? ''] as object[]).push({ name: 'salt', type: 'felt' });
          domain.salt = 1;
          return `types.${name}`;
        },
      ],
      [
        'one more field',
        ({ types, message: fields }) => {
          (types.OutsideExecution as object[]).push({ name: 'note', type: 'felt' });
          fields.note = 1;
          return 'message';
        },
      ],
      [
        'one more field of a call',
        (parts) => {
          const name = version === '1' ? 'OutsideCall' : 'Call';
          (parts.types[name] as object[]).push({ name: 'note', type: 'felt' });
          for (const call of callsOf(parts)) call.note = 1;
          return 'message';
        },
      ],
      [
        'both calls and Calls',
        (parts) => {
          const other = version === '1' ? 'Calls' : 'calls';
          const type = version === '1' ? 'OutsideCall*' : 'Call*';
          (parts.types.OutsideExecution as object[]).push({ name: other, type });
          parts.message[other] = [];
          return 'message';
        },
      ],
      [
        'fields in another order',
        ({ types }) => {
          (types.OutsideExecution as object[]).reverse();
          return 'message';
        },
      ],
      [
        'another name of its type',
        (parts) => {
          parts.types.Login = parts.types.OutsideExecution;
          delete parts.types.OutsideExecution;
          parts.primaryType = 'Login';
          parts.domain.name = 'Shop';
          return 'message';
        },
      ],
      [
        'its name for something else',
        (parts) => {
          parts.types = {
            ...(version === '1' ? example(0) : example(1)).types,
            Order: [{ name: 'inner', type: 'outside_execution' }],
            outside_execution: [{ name: 'to', type: 'felt' }],
          };
          delete parts.types.Leg;
          parts.primaryType = 'Order';
          parts.message = { inner: { to: 1 } };
          parts.domain.name = 'Shop';
          return 'message.inner';
        },
      ],
      [
        'an outside execution inside of another message',
        (parts) => {
          parts.types.Order = [{ name: 'inner', type: 'OutsideExecution' }];
          parts.primaryType = 'Order';
          parts.message = { inner: parts.message };
          parts.domain.name = 'Shop';
          return 'message.inner';
        },
      ],
      [
        'one inside of an array',
        (parts) => {
          parts.types.Order = [{ name: 'inner', type: 'OutsideExecution*' }];
          parts.primaryType = 'Order';
          parts.message = { inner: [parts.message] };
          parts.domain.name = 'Shop';
          return 'message.inner.0';
        },
      ],
      [
        'a window that never opens',
        ({ message: fields }) => {
          fields[Before] = 1_001;
          return `message.${Before}`;
        },
      ],
      [
        'a time that no account knows',
        ({ message: fields }) => {
          fields[Before] = '0x10000000000000000';
          return `message.${Before}`;
        },
      ],
      [
        'a short text in the place of a selector',
        (parts) => {
          const hex = '0x7472616e73666572'; // transfer
          Object.assign(callsOf(parts)[0] ?? {}, { [Selector]: hex });
          return `message.${version === '1' ? 'calls' : 'Calls'}.0.${Selector}`;
        },
      ],
    ])('refuses %s', (_, spoil) => {
      const parts = message();
      const path = spoil(parts);
      expect(pathOf(parts)).toBe(path);
    });
  });

describe('parseOutsideExecution, version 1', () => {
  // @promise T14.1
  it.each<[string, (parts: Parts) => string]>([
    [
      'more calls than it says',
      ({ message }) => {
        message.calls_len = 1;
        return 'message.calls_len';
      },
    ],
    [
      'fewer calls than it says',
      ({ message }) => {
        message.calls_len = 3;
        return 'message.calls_len';
      },
    ],
    [
      'more call data than it says',
      (parts) => {
        Object.assign(callsOf(parts)[1] ?? {}, { calldata_len: 2 });
        return 'message.calls.1.calldata_len';
      },
    ],
    [
      'less call data than it says',
      (parts) => {
        Object.assign(callsOf(parts)[1] ?? {}, { calldata_len: 4 });
        return 'message.calls.1.calldata_len';
      },
    ],
    [
      'a caller that is no address',
      ({ message }) => {
        message.caller = `0x8${'0'.repeat(62)}`;
        return 'message.caller';
      },
    ],
    [
      'a contract that is no address',
      (parts) => {
        Object.assign(callsOf(parts)[0] ?? {}, { to: `0x8${'0'.repeat(62)}` });
        return 'message.calls.0.to';
      },
    ],
    [
      'a selector of more than 250 bits',
      (parts) => {
        Object.assign(callsOf(parts)[0] ?? {}, { selector: `0x4${'0'.repeat(62)}` });
        return 'message.calls.0.selector';
      },
    ],
    [
      'a name in the place of a selector',
      (parts) => {
        Object.assign(callsOf(parts)[0] ?? {}, { selector: 'transfer' });
        return 'message.calls.0.selector';
      },
    ],
  ])('refuses %s', (_, spoil) => {
    const parts = outsideMessage({ version: '1' });
    const path = spoil(parts);
    expect(pathOf(parts)).toBe(path);
  });
});

it.each(['Execute After', 'execute_before', 'Caller'])(
  'refuses calls with %s in any other message',
  (name) => {
    const parts = example(1);
    parts.types.Leg = ['_calls', name].map((field) => ({ name: field, type: 'felt' }));
    parts.message.leg = { _calls: 1, [name]: 1 };
    expect(pathOf(parts)).toBe('message.leg');
  },
);
