import { soakSequences } from '../../test/sequences/soak';
import { approving } from '../../test/stage/approvals';
import { listComplaints } from '../../test/stage/complaints';
import { pathSteps, runStep } from '../../test/stage/mainJob';
import { openStage, type Stage } from '../../test/stage/stage';

const print = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Follows the guided path as a person new to the dapp, though not to the wallet. */
async function takePath({ browser, dapp, walletPage }: Stage): Promise<string[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const complaints = listComplaints(page);
    await page.goto(dapp.url);
    await approving(walletPage, async () => {
      for (const step of pathSteps) await runStep(page, step);
    });
    return complaints;
  } finally {
    await context.close();
  }
}

/** Repeats the guided path in a browser. @returns the number of console errors */
async function soakPath(rounds: number): Promise<number> {
  const stage = await openStage({ blocks: 'transaction' });
  let failures = 0;
  try {
    const ofWallet = listComplaints(stage.walletPage);
    for (let round = 1; round <= rounds; round += 1) {
      const started = performance.now();
      // The browser would log an error for a page that polls a stopped wallet.
      await stage.walletPage.goto('about:blank');
      await stage.restartWallet();
      const complaints = [...(await takePath(stage)), ...ofWallet.splice(0)];
      failures += complaints.length;
      print({ round, ms: Math.round(performance.now() - started), complaints });
    }
  } finally {
    await stage.stop();
  }
  print({ ok: failures === 0, rounds, complaints: failures });
  return failures;
}

const numberOf = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/u.test(text)) throw new Error(`Not a number: ${text}`);
  return Number(text);
};

const isRandom = process.argv[2] === 'random';
const [count = '20', seed = String(Date.now() % 1e9), length = '40'] = process.argv.slice(
  isRandom ? 3 : 2,
);
const failures = isRandom
  ? await soakSequences(
      { first: numberOf(seed), count: numberOf(count), length: numberOf(length) },
      print,
    )
  : await soakPath(numberOf(count));
// Exits explicitly, as an ended wallet leaves requests pending.
if (failures > 0) process.exit(1);
process.exit(0);
