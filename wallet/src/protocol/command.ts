import type { Json } from '@metamask/utils';
import { isRecord } from '../record';
import { BadRequest } from './body';
import { isFaultName } from './faultNames';
import type { Command, InputEvent } from './view';

type Fields = Record<string, unknown>;

/** Validates what the page sent. @throws BadRequest for anything but a command */
export function parseCommand(body: Fields): Command {
  switch (body.do) {
    case 'decide': {
      const { value } = body;
      const approve = body.approve;
      if (typeof approve !== 'boolean') throw refused('approve');
      const answer = { do: 'decide', id: text(body, 'id'), approve } as const;
      if (value === undefined) return answer;
      return { ...answer, value: text(body, 'value') };
    }
    case 'input': {
      const input = fields(body, 'input');
      const form = input.form === null ? null : text(input, 'form');
      const event = parseEvent(fields(input, 'event'));
      return { do: 'input', input: { interfaceId: text(input, 'interfaceId'), form, event } };
    }
    case 'openPage': {
      const kind = body.kind;
      if (kind !== 'home' && kind !== 'settings') throw refused('kind');
      return { do: 'openPage', kind };
    }
    case 'openRequest': {
      const { id, isOpen } = body;
      if (typeof id !== 'number') throw refused('id');
      if (typeof isOpen !== 'boolean') throw refused('isOpen');
      return { do: 'openRequest', id, isOpen };
    }
    case 'fault': {
      const { name, isOn } = body;
      if (!isFaultName(name)) throw refused('name');
      if (typeof isOn !== 'boolean') throw refused('isOn');
      return { do: 'fault', name, isOn };
    }
    case 'disconnect':
      return { do: 'disconnect', origin: text(body, 'origin') };
    case 'increaseTime':
      return { do: 'increaseTime', seconds: seconds(body, 'seconds') };
    case 'setTime':
      return { do: 'setTime', time: seconds(body, 'time') };
    case 'usePhrase':
      return { do: 'usePhrase', phrase: text(body, 'phrase') };
    case 'snapshotChain':
    case 'revertChain':
    case 'closePage':
    case 'install':
    case 'endWorker':
    case 'reset':
      return { do: body.do };
    default:
      throw refused('do');
  }
}

function parseEvent(event: Fields): InputEvent {
  switch (event.type) {
    case 'InputChangeEvent': {
      const value = json(event, 'value');
      return { type: 'InputChangeEvent', name: text(event, 'name'), value };
    }
    case 'FileUploadEvent': {
      const file = json(event, 'file');
      return { type: 'FileUploadEvent', name: text(event, 'name'), file };
    }
    case 'ButtonClickEvent':
      if (event.name === undefined) return { type: 'ButtonClickEvent' };
      return { type: 'ButtonClickEvent', name: text(event, 'name') };
    case 'FormSubmitEvent':
      return { type: 'FormSubmitEvent', name: text(event, 'name') };
    default:
      throw refused('event.type');
  }
}

function text(record: Fields, name: string): string {
  const value = record[name];
  if (typeof value !== 'string') throw refused(name);
  return value;
}

/** Seconds that a block's time can hold. */
function seconds(record: Fields, name: string): number {
  const value = record[name];
  const isTime = typeof value === 'number' && Number.isInteger(value);
  if (!isTime || value < 0 || value >= 2 ** 40) throw refused(name);
  return value;
}

function fields(record: Fields, name: string): Fields {
  const value = record[name];
  if (!isRecord(value)) throw refused(name);
  return value;
}

function json(record: Fields, name: string): Json {
  const value = record[name];
  if (value === undefined) throw refused(name);
  return value as Json; // was parsed from JSON
}

function refused(field: string): BadRequest {
  return new BadRequest(400, `The command's "${field}" is missing or wrong.`);
}
