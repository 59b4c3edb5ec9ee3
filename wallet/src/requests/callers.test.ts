import { describe, expect, it } from '@jest/globals';
import type { Approval } from '../controllers/approvals';
import { moduleId } from '../protocol/moduleId';
import { createCallers } from './callers';

const SITE = 'http://site.example';
const OTHER = 'http://other.example';

const asked = (id: string, origin: string = moduleId, type = 'snap_dialog'): Approval =>
  ({ id, origin, type, time: 0 }) as Approval;

function openCallers() {
  const told: string[] = [];
  let changes = 0;
  const callers = createCallers(() => {
    changes += 1;
  });
  /** A page that waits for a reply; `leave` closes the page, `end` answers it. */
  const page = (name: string, origin = SITE, invokes = true) => {
    const gone = new AbortController();
    const caller = { onApproval: () => told.push(name), gone: gone.signal };
    return { end: callers.start(origin, invokes, caller), leave: () => gone.abort() };
  };
  return { callers, page, told, changes: () => changes };
}

describe('an approval', () => {
  it('tells each page once of an approval that may be its own', () => {
    const { callers, page, told } = openCallers();
    page('invokes');
    page('of another site', OTHER);
    page('connects', SITE, false);
    callers.announce(asked('1'));
    callers.announce(asked('1'));
    expect(told).toEqual(['invokes', 'of another site']);
    callers.announce(asked('2', SITE, 'wallet_requestPermissions'));
    expect(told.slice(2)).toEqual(['invokes', 'connects']);
  });

  it('assigns an approval to nobody whose other one is open', () => {
    const { callers, page, told } = openCallers();
    page('first');
    callers.announce(asked('1'));
    page('second', OTHER);
    callers.announce(asked('2'));
    expect(told).toEqual(['first', 'second']);
  });

  it('assigns an approval to who has one open if nobody else asked', () => {
    const { callers, page, told } = openCallers();
    page('first');
    for (const id of ['1', '2']) callers.announce(asked(id));
    expect(told).toEqual(['first', 'first']);
  });

  it('waits until each page that may have asked is gone', () => {
    const { callers, page, changes } = openCallers();
    const [first, second] = [page('first'), page('second', OTHER)];
    callers.announce(asked('1'));
    first.leave();
    expect(callers.waits(asked('1'))).toBe('somebody');
    second.leave();
    expect(callers.waits(asked('1'))).toBe('pageClosed');
    expect(changes()).toBe(2);
  });

  it('assigns an approval to those alone that still wait, if any', () => {
    const { callers, page } = openCallers();
    const [first, second] = [page('first'), page('second', OTHER)];
    callers.announce(asked('1'));
    first.end();
    second.leave();
    expect(callers.waits(asked('1'))).toBe('pageClosed');
    second.end();
    expect(callers.waits(asked('1'))).toBe('somebody');
  });

  it('marks a dialog as dead once the module was ended, until it is answered', () => {
    const { callers } = openCallers();
    const dialog = asked('1', moduleId, 'snap_dialog:confirmation');
    const install = asked('2', moduleId, 'wallet_installSnap');
    const site = asked('3', SITE, 'snap_dialog');
    callers.endModule({ 1: dialog, 2: install, 3: site });
    const waits = () => [dialog, install, site].map(callers.waits);
    expect(waits()).toEqual(['moduleEnded', 'somebody', 'somebody']);
    callers.forgetBut({ 1: dialog });
    expect(waits()[0]).toBe('moduleEnded');
    callers.forgetBut({ 2: install });
    expect(waits()[0]).toBe('somebody');
  });

  it('announces an id again after it was answered', () => {
    const { callers, page, told } = openCallers();
    page('first');
    callers.announce(asked('1'));
    callers.forgetBut({});
    callers.announce(asked('1'));
    expect(told).toEqual(['first', 'first']);
  });
});
