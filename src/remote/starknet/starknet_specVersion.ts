import { object, pattern, string } from '@metamask/superstruct';
import { defineNodeMethod } from './method';

export const starknet_specVersion = defineNodeMethod({
  name: 'starknet_specVersion',
  summary: 'Tells which version of the node API is spoken, such as 0.10.2 or 0.9.0-rc.2.',
  params: object({}),
  result: pattern(string(), /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[\w.]{1,32})?$/u),
});
