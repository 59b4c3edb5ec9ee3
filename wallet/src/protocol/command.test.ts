import { describe, expect, it } from '@jest/globals';
import { BadRequest } from './body';
import { parseCommand } from './command';

const input = { interfaceId: 'i', form: 'f', event: { type: 'FormSubmitEvent', name: 'f' } };
const inputOf = (event: object) => ({ do: 'input', input: { ...input, event } });

describe('a command of the page', () => {
  it.each([
    { do: 'decide', id: '1', approve: true },
    { do: 'decide', id: '1', approve: false, value: '' },
    { do: 'input', input },
    { do: 'input', input: { ...input, form: null } },
    inputOf({ type: 'InputChangeEvent', name: 'n', value: null }),
    inputOf({ type: 'FileUploadEvent', name: 'n', file: null }),
    inputOf({ type: 'ButtonClickEvent' }),
    inputOf({ type: 'ButtonClickEvent', name: 'n' }),
    { do: 'openPage', kind: 'home' },
    { do: 'openPage', kind: 'settings' },
    { do: 'openRequest', id: 1, isOpen: false },
    { do: 'fault', name: 'slow', isOn: true },
    { do: 'disconnect', origin: 'http://site.example' },
    { do: 'usePhrase', phrase: 'test junk' },
    { do: 'increaseTime', seconds: 3_600 },
    { do: 'setTime', time: 1_800_000_000 },
    ...['closePage', 'install', 'reset', 'snapshotChain', 'revertChain'].map((name) => ({
      do: name,
    })),
  ])('accepts it without anything beside it: %j', (command) => {
    expect(parseCommand({ ...command, more: 1 })).toEqual(command);
  });

  it.each([
    [{}, 'do'],
    [{ do: 'toString' }, 'do'],
    [{ do: ['reset'] }, 'do'],
    [{ do: 'decide', id: '1' }, 'approve'],
    // The text "false" must not count as agreement.
    [{ do: 'decide', id: '1', approve: 'false' }, 'approve'],
    [{ do: 'decide', id: '1', approve: 1 }, 'approve'],
    [{ do: 'decide', id: 1, approve: true }, 'id'],
    [{ do: 'decide', id: '1', approve: true, value: null }, 'value'],
    [{ do: 'input' }, 'input'],
    [{ do: 'input', input: [] }, 'input'],
    [{ do: 'input', input: { ...input, form: undefined } }, 'form'],
    [{ do: 'input', input: { ...input, interfaceId: 1 } }, 'interfaceId'],
    [{ do: 'input', input: { ...input, event: null } }, 'event'],
    [inputOf({ type: 'UnknownEvent', name: 'n' }), 'event.type'],
    [inputOf({ type: 'InputChangeEvent', name: 'n' }), 'value'],
    [inputOf({ type: 'InputChangeEvent', value: 1 }), 'name'],
    [inputOf({ type: 'FileUploadEvent', name: 'n' }), 'file'],
    [inputOf({ type: 'ButtonClickEvent', name: null }), 'name'],
    [inputOf({ type: 'FormSubmitEvent' }), 'name'],
    [{ do: 'openPage', kind: 'other' }, 'kind'],
    [{ do: 'openRequest', id: '1', isOpen: true }, 'id'],
    [{ do: 'openRequest', id: 1, isOpen: 'no' }, 'isOpen'],
    [{ do: 'fault', name: 'toString', isOn: true }, 'name'],
    [{ do: 'fault', name: 'slow', isOn: 'true' }, 'isOn'],
    [{ do: 'disconnect' }, 'origin'],
    [{ do: 'usePhrase' }, 'phrase'],
    [{ do: 'increaseTime' }, 'seconds'],
    [{ do: 'increaseTime', seconds: -1 }, 'seconds'],
    [{ do: 'increaseTime', seconds: 1.5 }, 'seconds'],
    [{ do: 'setTime', time: '1800000000' }, 'time'],
    [{ do: 'setTime', time: 2 ** 40 }, 'time'],
  ])('refuses it by the name of its fault: %j', (body, field) => {
    const refused = new BadRequest(400, `The command's "${field}" is missing or wrong.`);
    expect(() => parseCommand(body)).toThrow(refused);
  });
});
