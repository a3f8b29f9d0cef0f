// Every page, for everybody and signed in: accessible in light and dark, on a phone and a desk, with
// no error on the console, no request to another origin and nothing wider than the screen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFaults } from './axe.mjs';
import { crawl } from './crawl.mjs';
import { launch, openContext, skip } from './chromium.mjs';
import { startProgram } from './program.mjs';
import { signIn } from './sign_in.mjs';

const publicPages = ['/', '/check/lanternspin.example', '/check/no-such-host.example', '/coverage', '/sign-in'];

let program, browser, session;
before(async () => {
  if (skip) return;
  program = await startProgram();
  browser = await launch();
  session = await signIn(browser, program);
});
after(async () => {
  await browser?.close();
  await program?.stop();
});

for (const colorScheme of ['light', 'dark']) {
  for (const width of [360, 1280]) {
    for (const who of ['everybody', 'owner']) {
      test(`${who}, ${colorScheme}, ${width} px`, { skip }, async () => {
        const storageState = who === 'owner' ? session : undefined;
        const options = { colorScheme, viewport: { width, height: 800 }, storageState };
        const { context, faults } = await openContext(browser, program.dashboard, options);
        const page = await context.newPage();
        const found = [];
        const start = who === 'owner' ? ['/overview'] : publicPages;
        const visited = await crawl(page, program.dashboard, start, async (page, kind) => {
          found.push(...(await accessibilityFaults(page, kind)));
        });
        await context.close();
        assert.deepEqual([...found, ...faults], []);
        assert.ok(visited.length >= start.length, `visited ${visited.join(', ')}`);
      });
    }
  }
}
