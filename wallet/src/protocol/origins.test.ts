import { expect, it } from '@jest/globals';
import { ownOrigin, parseOrigin } from './origins';

it.each([
  ['127.0.0.1:3912', 3912, 'http://127.0.0.1:3912'],
  ['localhost:3912', 3912, 'http://localhost:3912'],
  // As browsers send it, and with the port that they omit.
  ['127.0.0.1', 80, 'http://127.0.0.1'],
  ['localhost:80', 80, 'http://localhost'],
  ['127.0.0.1', 3912, null],
  ['127.0.0.1:80', 3912, null],
  ['evil.example.org', 80, null],
  ['', 80, null],
  [undefined, 80, null],
])('maps the host %s at port %s to %s', (host, port, origin) => {
  expect(ownOrigin(host, port)).toBe(origin);
});

it.each([
  ['https://dapp.example.org', 'https://dapp.example.org'],
  ['http://127.0.0.1:3910', 'http://127.0.0.1:3910'],
  [undefined, null],
  ['null', null],
  ['', null],
  // Written by hand: browsers do not send these.
  ['https://dapp.example.org/', null],
  ['https://dapp.example.org:443', null],
  ['https://DAPP.example.org', null],
  ['file:///dapp.html', null],
  ['chrome-extension://abcdefgh', null],
  [`https://${'long.'.repeat(100)}example.org`, null],
])('reads the origin %s of a page as %s', (header, origin) => {
  expect(parseOrigin(header)).toBe(origin);
});
