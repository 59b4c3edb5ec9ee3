import { expect, it } from '@jest/globals';
import { ownOrigin } from './origins';

it.each([
  ['127.0.0.1:3912', 3912, 'http://127.0.0.1:3912'],
  ['localhost:3912', 3912, 'http://localhost:3912'],
  // As browsers send it, and with the port that they leave out.
  ['127.0.0.1', 80, 'http://127.0.0.1'],
  ['localhost:80', 80, 'http://localhost'],
  ['127.0.0.1', 3912, null],
  ['127.0.0.1:80', 3912, null],
  ['evil.example.org', 80, null],
  ['', 80, null],
  [undefined, 80, null],
])('knows the host %s at port %s as %s', (host, port, origin) => {
  expect(ownOrigin(host, port)).toBe(origin);
});
